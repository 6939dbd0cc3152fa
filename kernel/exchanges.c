#include "exchanges.h"

#include <string.h>

uint64_t count_choices(Choices *choices, const uint8_t *hand, int size, int most)
{
    choices->count = 0;
    for (int i = 0; i < size; i++) {
        if (i && hand[i] == hand[i - 1]) {
            choices->copies[choices->count - 1]++;
        } else {
            choices->first[choices->count] = i;
            choices->copies[choices->count++] = 1;
        }
    }
    memset(choices->ways[choices->count], 0, (size_t)(most + 1) * sizeof choices->ways[0][0]);
    choices->ways[choices->count][0] = 1;
    for (int kind = choices->count; kind-- > 0;) {
        const uint64_t *later = choices->ways[kind + 1];
        for (int number = 0; number <= most; number++) {
            uint64_t ways = 0;
            for (int taken = 0; taken <= choices->copies[kind] && taken <= number; taken++)
                ways += later[number - taken];
            choices->ways[kind][number] = ways;
        }
    }
    uint64_t total = 0;
    for (int number = 1; number <= most; number++)
        total += choices->ways[0][number];
    return total;
}

int choice_number(const Choices *choices, const uint8_t *hand, uint64_t index, uint8_t *tiles)
{
    int number = 1, count = 0;
    for (; index >= choices->ways[0][number]; number++)
        index -= choices->ways[0][number];
    /* Kind by kind: the choices with more copies of a tile come before those with fewer. */
    for (int kind = 0; kind < choices->count; kind++) {
        const uint64_t *later = choices->ways[kind + 1];
        int taken = choices->copies[kind] < number ? choices->copies[kind] : number;
        for (; index >= later[number - taken]; taken--)
            index -= later[number - taken];
        number -= taken;
        for (int i = 0; i < taken; i++)
            tiles[count++] = hand[choices->first[kind]];
    }
    return count;
}
