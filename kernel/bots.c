#include "bots.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The chance of a view: the seat, the scores, the sizes of the hands, and the player's own. */
static Chance chance_of_view(const Game *game)
{
    static const char start[] = "qwirkle view";
    char text[sizeof start + (1 + 2 * MOST_PLAYERS) * 21 + MOST_IN_HAND * 3], *end = text;
    int seat = game->turn;
    memcpy(end, start, sizeof start - 1);
    end = put_number(end + sizeof start - 1, seat);
    for (int i = 0; i < game->players; i++)
        end = put_number(end, game->scores[i]);
    for (int i = 0; i < game->players; i++)
        end = put_number(end, game->hand_sizes[i]);
    for (int i = 0; i < game->hand_sizes[seat]; i++) {
        int tile = game->hands[seat][i];
        *end++ = ' ';
        *end++ = "ROYGBP"[tile / 6];
        *end++ = "csdtkx"[tile % 6];
    }
    return chance_of(text, (size_t)(end - text));
}

/* The bots. Each gets the legal placements of the player to move. */

static Move at_random(const Game *game, const Rules *rules, const Groups *found)
{
    const uint8_t *hand = game->hands[game->turn];
    int most = game_most_exchanged(game, rules);
    uint64_t placed = found->way_count, exchanged = 0;
    Choices choices;
    if (most)
        exchanged = count_choices(&choices, hand, game->hand_sizes[game->turn], most);
    bool may_pass = !placed && !(most && rules->must_exchange);
    Chance chance = chance_of_view(game);
    uint64_t index = pick(&chance, placed + exchanged + may_pass);
    if (index < placed) {
        const Group *group = group_with(found, &index);
        return game_placement(found, group, index);
    }
    Move move = {PASS, 0, {0}, {0}, 0};
    if (index - placed < exchanged) {
        move.kind = EXCHANGE;
        move.count = choice_number(&choices, hand, index - placed, move.tiles);
    }
    return move;
}

static Move greedily(const Game *game, const Rules *rules, const Groups *found)
{
    const Group *best = best_group(found);
    if (best)
        return game_placement(found, best, 0);
    Move move = {PASS, game_most_exchanged(game, rules), {0}, {0}, 0};
    if (move.count) {
        move.kind = EXCHANGE;
        memcpy(move.tiles, game->hands[game->turn], (size_t)move.count);
    }
    return move;
}

static int compare_tiles(const void *one, const void *other)
{
    return *(const uint8_t *)one - *(const uint8_t *)other;
}

void deal_unseen(Game *world, int viewer, Chance *chance)
{
    uint8_t unseen[MOST_IN_BOX + MOST_PLAYERS * MOST_IN_HAND];
    int count = world->supply_size;
    memcpy(unseen, world->supply, (size_t)count);
    for (int seat = 0; seat < world->players; seat++) {
        if (seat != viewer) {
            memcpy(&unseen[count], world->hands[seat], (size_t)world->hand_sizes[seat]);
            count += world->hand_sizes[seat];
        }
    }
    qsort(unseen, (size_t)count, 1, compare_tiles);
    shuffle(unseen, count, chance);
    const uint8_t *next = unseen;
    for (int seat = 0; seat < world->players; seat++) {
        if (seat != viewer) {
            memcpy(world->hands[seat], next, (size_t)world->hand_sizes[seat]);
            qsort(world->hands[seat], (size_t)world->hand_sizes[seat], 1, compare_tiles);
            next += world->hand_sizes[seat];
        }
    }
    memcpy(world->supply, next, (size_t)world->supply_size);
    shuffle(world->supply, world->supply_size, chance);
    snprintf(world->seed, sizeof world->seed, "%" PRIu64, pick(chance, (uint64_t)1 << 32));
}

/* The sum of a player's leads over the others, after a placement and then some greedy moves. */
static bool find_lead(const Game *world, const Rules *rules, const Move *first, int plies,
                      Groups *found, Game *game, int64_t *lead)
{
    if (!game_copy(game, world))
        return false;
    int seat = game->turn;
    bool enough = game_apply(game, rules, first);
    for (int i = 0; enough && i < plies && game_ending(game, rules) == GOES_ON; i++) {
        enough = game_placements(game, rules, found);
        if (enough) {
            Move move = greedily(game, rules, found);
            enough = game_apply(game, rules, &move);
        }
    }
    *lead = game->players * game->scores[seat];
    for (int i = 0; i < game->players && game->players > 1; i++)
        *lead -= game->scores[i];
    game_free(game);
    return enough;
}

bool find_leads(const Game *game, const Rules *rules, const Move *moves, int count, int worlds,
                int plies, Chance *chance, Groups *found, int64_t *leads)
{
    Game *world = malloc(2 * sizeof *world);
    bool enough = world;
    for (int i = 0; enough && i < worlds; i++) {
        enough = game_copy(world, game);
        if (!enough)
            break;
        deal_unseen(world, world->turn, chance);
        for (int move = 0; enough && move < count; move++)
            enough = find_lead(world, rules, &moves[move], plies, found, &world[1], leads++);
        game_free(world);
    }
    free(world);
    return enough;
}

/* How far the bots that look ahead look; mirrors Effort in qwirkle/lookahead.py. */
typedef struct {
    int candidates, margin, worlds, rounds;
} Effort;

enum { MOST_CANDIDATES = 32, MOST_WORLDS = 50, LARGEST_HAND = 12 };

static const Effort efforts[BOTS] = {[CAREFUL_BOT] = {16, 8, 20, 1},
                                     [STRONG_BOT] = {MOST_CANDIDATES, 16, MOST_WORLDS, 2}};

/* Choose the placements that score nearly the most, the best ones first. */
static int likely_moves(const Groups *found, const Effort *effort, Move likely[MOST_CANDIDATES])
{
    int count = 0, most = effort->candidates;
    for (uint32_t i = 0; i < found->group_count; i++) {
        const Group *group = &found->groups[i];
        for (uint32_t way = 0; way < group->count; way++) {
            int at = count;
            while (at > 0 && likely[at - 1].points < group->points)
                at--;
            if (at == most)
                break;
            int later = (count < most ? count : most - 1) - at;
            memmove(&likely[at + 1], &likely[at], (size_t)later * sizeof *likely);
            likely[at] = game_placement(found, group, way);
            count += count < most;
        }
    }
    while (count && likely[count - 1].points < likely[0].points - effort->margin)
        count--;
    return count;
}

static bool looking_ahead(const Game *game, const Rules *rules, const Effort *effort,
                          Groups *found, Move *move)
{
    Move likely[MOST_CANDIDATES];
    int64_t leads[MOST_CANDIDATES * MOST_WORLDS], sums[MOST_CANDIDATES] = {0};
    int count = rules->hand_size > LARGEST_HAND ? 0 : likely_moves(found, effort, likely);
    *move = greedily(game, rules, found);
    if (count < 2)
        return true;
    Chance chance = chance_of_view(game);
    if (!find_leads(game, rules, likely, count, effort->worlds, effort->rounds * game->players,
                    &chance, found, leads))
        return false;
    int best = 0;
    for (int i = 0; i < effort->worlds * count; i++)
        sums[i % count] += leads[i];
    for (int candidate = 1; candidate < count; candidate++)
        best = sums[candidate] > sums[best] ? candidate : best;
    *move = likely[best];
    return true;
}

bool choose(const Game *game, const Rules *rules, Bot bot, Groups *found, Move *move)
{
    if (!game_placements(game, rules, found))
        return false;
    if (efforts[bot].worlds)
        return looking_ahead(game, rules, &efforts[bot], found, move);
    *move = bot == GREEDY_BOT ? greedily(game, rules, found) : at_random(game, rules, found);
    return true;
}
