// Which part of a tile a print shows.
#pragma once

#include <cstdint>

#define ATTR_PACK __attribute__((packed))

// Rows h0..h1 by hs, columns w0..w1 by ws.
struct SliceRange {
    std::uint8_t h0, h1, hs, w0, w1, ws;

    static SliceRange hw0_32_16() { return {0, 32, 16, 0, 32, 16}; }
    static SliceRange hw0_32_8() { return {0, 32, 8, 0, 32, 8}; }
    static SliceRange hw0_32_4() { return {0, 32, 4, 0, 32, 4}; }
    static SliceRange h0_w0_32() { return {0, 1, 1, 0, 32, 1}; }
    static SliceRange h0_32_w0() { return {0, 32, 1, 0, 1, 1}; }
    static SliceRange h0_32_w1() { return {0, 32, 1, 1, 2, 1}; }
    static SliceRange hw041() { return {0, 4, 1, 0, 4, 1}; }
} ATTR_PACK;
