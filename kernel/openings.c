#include "openings.h"

/* The sets of one colour or one shape, by which opening lines are made: first the colours. */
static Mask set_of(int number)
{
    return number < 6 ? (Mask)0x3F << (6 * number) : (Mask)0x41041041 << (number - 6);
}

int largest_set(Mask hand)
{
    int largest = 0;
    for (int i = 0; i < 12; i++) {
        int size = count_tiles(hand & set_of(i));
        largest = size > largest ? size : largest;
    }
    return largest;
}

/* Add the ways to place some tiles after others, in every order, for which there must be room. */
static void add_orders(Groups *found, Mask left, Laid laid, int count)
{
    if (!left)
        found->ways[found->way_count++] = laid;
    for (Mask rest = left; rest; rest &= rest - 1) {
        int tile = first_tile(rest);
        add_orders(found, left & ~bit_of(tile), laid_onward(laid, count, tile), count + 1);
    }
}

/* Whether one set comes before another of the same size, by the tiles of both in order. */
static bool comes_first(Mask set, Mask other)
{
    Mask differing = set ^ other;
    return set & differing & (~differing + 1);
}

bool find_openings(Groups *found, const Grid *grid, const Quest *quest)
{
    enum { ORDERS = 720 }; /* of six tiles */
    Mask sets[12];
    int size = largest_set(quest->hand), count = 0;
    for (int i = 0; size && i < 12; i++) {
        Mask set = quest->hand & set_of(i);
        /* Sets sort like the tuples of their tiles, and a single tile is both kinds of set. */
        int at = count;
        if (count_tiles(set) != size || (size == 1 && i >= 6))
            continue;
        for (; at > 0 && comes_first(set, sets[at - 1]); at--)
            sets[at] = sets[at - 1];
        sets[at] = set;
        count++;
    }
    if (!count)
        return true;
    if (!has_room(found, (uint32_t)count * ORDERS))
        return false;
    Group *group = &found->groups[found->group_count++];
    *group = (Group){size == 1 ? quest->single : quest->worth[size], found->way_count, 0, {0},
                     (uint8_t)size};
    if (size == quest->hand_size)
        group->points += quest->bonus;
    for (int i = 0; i < size; i++)
        group->squares[i] = (uint16_t)square_of(grid, i, 0);
    for (int i = 0; i < count; i++) {
        for (Mask left = sets[i]; left; left &= left - 1) {
            int tile = first_tile(left);
            add_orders(found, sets[i] & ~bit_of(tile), laid_alone(tile), 1);
        }
    }
    group->count = found->way_count - group->first;
    return true;
}
