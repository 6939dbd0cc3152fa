#include "chance.h"

#include "shake.h"

void mixed_order(const char *text, size_t length, int *order, uint64_t *keys, int count)
{
    enum { BITS = 7 };
    int ends[1 << BITS] = {0}, end = 0;
    shake_words(text, length, keys, (size_t)count);
    /* Random keys are nearly sorted once they are sorted by their first bits. */
    for (int i = 0; i < count; i++)
        ends[keys[i] >> (64 - BITS)]++;
    for (int first = 0; first < 1 << BITS; first++)
        ends[first] = end += ends[first];
    for (int i = count; i-- > 0;)
        order[--ends[keys[i] >> (64 - BITS)]] = i;
    for (int i = 1; i < count; i++) {
        int place = order[i], at = i;
        for (; at > 0 && keys[order[at - 1]] > keys[place]; at--)
            order[at] = order[at - 1];
        order[at] = place;
    }
}

char *put_number(char *end, int64_t number)
{
    char digits[20];
    int count = 0;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        digits[count++] = (char)('0' + left % 10);
    while (left /= 10);
    *end++ = ' ';
    if (number < 0)
        *end++ = '-';
    while (count)
        *end++ = digits[--count];
    return end;
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
