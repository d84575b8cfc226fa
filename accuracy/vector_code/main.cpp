// Cycles of one vector function over a tile, as our headers count them.
#include <cstdio>

#include "stand_in.h"

extern "C" {
void ib_sfpi_begin(uint32_t, uint32_t) {}
void ib_sfpi_advance(uint32_t, uint32_t) {}
void ib_sfpi_load(uint32_t, uint32_t, uint32_t lanes[32]) {
    for (uint32_t i = 0; i < 32; i++) lanes[i] = 0x3f000000u + i;
}
void ib_sfpi_store(uint32_t, uint32_t, const uint32_t*, uint32_t, uint32_t) {}
uint32_t ib_sfpi_random(uint32_t*) {
    return 0;
}
}

#include HEADER

using namespace ckernel;
using namespace ckernel::sfpu;

int main() {
    sfpi::begin_tile(0);
    for (int face = 0; face < 4; face++) {
        CALL;
        sfpi::next_face(16);
    }
    std::printf("%u\n", sfpi::unit.issued);
}
