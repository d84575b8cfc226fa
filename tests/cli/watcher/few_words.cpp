// Keeps a few words on its stack, or as many as are defined.
#include "api/dataflow/dataflow_api.h"

#ifndef WORDS
#define WORDS 4
#endif

void kernel_main() {
    volatile uint32_t words[WORDS];
    for (uint32_t i = 0; i < WORDS; i++) words[i] = i;
}
