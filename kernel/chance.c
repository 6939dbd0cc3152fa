#include "chance.h"

#include <stdbool.h>
#include <string.h>

#include "shake.h"

/* Sort places by their keys, those with equal keys in order. `spare` has room for all of them. */
static void sort_places(int *places, int *spare, const uint64_t *keys, int count)
{
    if (count <= 12) {
        for (int i = 1; i < count; i++) {
            int place = places[i], at = i;
            for (; at > 0 && keys[places[at - 1]] > keys[place]; at--)
                places[at] = places[at - 1];
            places[at] = place;
        }
        return;
    }
    int half = count / 2, left = 0, right = half;
    sort_places(places, spare, keys, half);
    sort_places(places + half, spare, keys, count - half);
    memcpy(spare, places, (size_t)half * sizeof *spare);
    for (int at = 0; left < half; at++) {
        bool later = right < count && keys[places[right]] < keys[spare[left]];
        places[at] = later ? places[right++] : spare[left++];
    }
}

void mixed_order(const char *text, size_t length, int *order, int *spare, uint64_t *keys, int count)
{
    shake_words(text, length, keys, (size_t)count);
    for (int i = 0; i < count; i++)
        order[i] = i;
    sort_places(order, spare, keys, count);
}

Chance chance_of(const char *text, size_t length)
{
    Chance chance;
    shake_words(text, length, &chance.state, 1);
    return chance;
}

uint64_t pick(Chance *chance, uint64_t count)
{
    uint64_t word = chance->state += 0x9E3779B97F4A7C15;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
    word = (word ^ word >> 27) * 0x94D049BB133111EB;
    word ^= word >> 31;
    return (uint64_t)((double)(word >> 11) * 0x1p-53 * (double)count);
}

void shuffle(uint8_t *tiles, int count, Chance *chance)
{
    for (int i = count - 1; i > 0; i--) {
        uint64_t j = pick(chance, (uint64_t)i + 1);
        uint8_t tile = tiles[i];
        tiles[i] = tiles[j];
        tiles[j] = tile;
    }
}
