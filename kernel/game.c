#include "game.h"

#include <stdlib.h>
#include <string.h>

#include "openings.h"

bool game_copy(Game *copy, const Game *game)
{
    memcpy(copy, game, sizeof *copy);
    return grid_copy(&copy->grid, &game->grid, LONGEST) == GRID_OK;
}

void game_free(Game *game) { grid_free(&game->grid); }

static Mask mask_of_hand(const Game *game, int seat)
{
    Mask mask = 0;
    for (int i = 0; i < game->hand_sizes[seat]; i++)
        mask |= bit_of(game->hands[seat][i]);
    return mask;
}

static void sort_tiles(uint8_t *tiles, int count)
{
    for (int i = 1; i < count; i++) {
        uint8_t tile = tiles[i];
        int at = i;
        for (; at > 0 && tiles[at - 1] > tile; at--)
            tiles[at] = tiles[at - 1];
        tiles[at] = tile;
    }
}

/* Draw tiles from the supply into a hand, as far as there are any (T1). */
static void draw(Game *game, int seat, int count)
{
    if (count > game->supply_size)
        count = game->supply_size;
    if (count <= 0)
        return;
    uint8_t *hand = game->hands[seat];
    memcpy(&hand[game->hand_sizes[seat]], game->supply, (size_t)count);
    game->hand_sizes[seat] += count;
    game->supply_size -= count;
    memmove(game->supply, &game->supply[count], (size_t)game->supply_size);
    sort_tiles(hand, game->hand_sizes[seat]);
}

void game_mix(Game *game, int64_t ply)
{
    static const char start[] = "qwirkle ";
    char text[sizeof start + SEED_TEXT + 21], *end = text + sizeof start - 1;
    int order[MOST_IN_BOX];
    uint64_t keys[MOST_IN_BOX];
    uint8_t mixed[MOST_IN_BOX];
    size_t seed = strlen(game->seed);
    memcpy(text, start, sizeof start - 1);
    memcpy(end, game->seed, seed);
    end = put_number(end + seed, ply);
    mixed_order(text, (size_t)(end - text), order, keys, game->supply_size);
    for (int i = 0; i < game->supply_size; i++)
        mixed[i] = game->supply[order[i]];
    memcpy(game->supply, mixed, (size_t)game->supply_size);
}

bool game_deal(Game *game, const Rules *rules, const uint8_t *box, int box_size)
{
    memcpy(game->supply, box, (size_t)box_size);
    game->supply_size = box_size;
    game_mix(game, 0);
    int largest = -1;
    for (int seat = 0; seat < game->players; seat++) {
        draw(game, seat, rules->hand_size);
        int size = largest_set(mask_of_hand(game, seat));
        if (size > largest) { /* of those tied, the first: nobody's age is known (R1) */
            largest = size;
            game->turn = seat;
        }
    }
    return grid_make_empty(&game->grid) == GRID_OK;
}

/* Whether a player with these tiles could place one (R5, E3). */
static bool can_place(const Game *game, Mask tiles)
{
    return game->grid.tile_count ? grid_takes_any(&game->grid, tiles) : tiles != 0;
}

Ending game_ending(const Game *game, const Rules *rules)
{
    if (game->supply_size) {
        if (!game->grid.tile_count || can_place(game, mask_of_hand(game, game->turn)))
            return GOES_ON;
        Mask left = 0;
        for (int i = 0; i < game->supply_size; i++)
            left |= bit_of(game->supply[i]);
        for (int seat = 0; seat < game->players; seat++)
            left |= mask_of_hand(game, seat);
        return can_place(game, left) ? GOES_ON : CLOSED;
    }
    Mask held = 0;
    for (int seat = 0; seat < game->players; seat++) {
        if (!game->hand_sizes[seat])
            return WENT_OUT;
        held |= mask_of_hand(game, seat);
    }
    if (!rules->at_once)
        return game->passes >= game->players ? ALL_PASSED : GOES_ON;
    return can_place(game, held) ? GOES_ON : NO_PLAY;
}

bool game_placements(const Game *game, const Rules *rules, Groups *found)
{
    Quest quest = {mask_of_hand(game, game->turn), game->hand_sizes[game->turn],
                   game->supply_size ? 0 : rules->bonus, rules->single, {0}};
    memcpy(quest.worth, rules->worth, sizeof quest.worth);
    if (found->watch && !goes_on(found->watch, 1))
        return false;
    return find_groups(found, &game->grid, &quest);
}

Move game_placement(const Groups *found, const Group *group, uint64_t index)
{
    Move move = {PLACE, group->size, {0}, {0}, group->points};
    for (int i = 0; i < group->size; i++) {
        move.tiles[i] = (uint8_t)tile_of(found->ways[group->first + index], i);
        move.squares[i] = group->squares[i];
    }
    return move;
}

static int smallest(int one, int other) { return one < other ? one : other; }

int game_most_exchanged(const Game *game, const Rules *rules)
{
    if (!game->grid.tile_count) /* nobody may exchange before the first line is on the board (R6) */
        return 0;
    int most = smallest(rules->exchange_limit, game->supply_size);
    return smallest(most, game->hand_sizes[game->turn]);
}

/* Take the tiles of a move out of the hand of the player to move. */
static void take_out(Game *game, const Move *move)
{
    uint8_t *hand = game->hands[game->turn];
    int *size = &game->hand_sizes[game->turn];
    for (int i = 0; i < move->count; i++) {
        int at = 0;
        while (hand[at] != move->tiles[i])
            at++;
        --*size;
        memmove(&hand[at], &hand[at + 1], (size_t)(*size - at));
    }
}

/* Place the tiles of a move on the grid, which may have to grow for it. */
static bool put_down(Game *game, const Move *move)
{
    int64_t x[LONGEST], y[LONGEST];
    for (int i = 0; i < move->count; i++) {
        x[i] = x_of(&game->grid, move->squares[i]);
        y[i] = y_of(&game->grid, move->squares[i]);
    }
    for (int i = 0; i < move->count; i++) {
        if (grid_reach(&game->grid, x[i], y[i]) != GRID_OK)
            return false;
        int square = square_of(&game->grid, x[i], y[i]);
        if (grid_fill(&game->grid, square, move->tiles[i]) != GRID_OK)
            return false;
    }
    return true;
}

bool game_apply(Game *game, const Rules *rules, const Move *move)
{
    int seat = game->turn;
    bool enough = true;
    take_out(game, move);
    if (move->kind == PLACE) {
        game->scores[seat] += move->points;
        enough = put_down(game, move);
        draw(game, seat, rules->hand_size - game->hand_sizes[seat]);
    } else if (move->kind == EXCHANGE) {
        draw(game, seat, move->count);
        memcpy(&game->supply[game->supply_size], move->tiles, (size_t)move->count);
        game->supply_size += move->count;
        if (!rules->stacks)
            game_mix(game, game->ply + 1);
    }
    game->passes = move->kind == PASS ? game->passes + 1 : 0;
    game->turn = (seat + 1) % game->players;
    game->ply++;
    return enough;
}
