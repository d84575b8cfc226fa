// Bytes of a kernel's own memory: filled, and copied from and to any address.
#pragma once

#include <cstdint>

template <typename T>
volatile tt_l1_ptr T& at(uint32_t address) {
    return *reinterpret_cast<volatile tt_l1_ptr T*>(address);
}

// Elements have one, two or a multiple of four bytes; those shorter than a word fill it repeatedly.
inline void fill(uint32_t address, uint32_t bytes, uint32_t word) {
    for (; (address & 3) != 0 && bytes > 0; ++address, --bytes)
        at<uint8_t>(address) = word >> (address & 3) * 8;
    for (; bytes >= 4; address += 4, bytes -= 4) at<uint32_t>(address) = word;
    for (; bytes > 0; ++address, --bytes) at<uint8_t>(address) = word >> (address & 3) * 8;
}

// The NoC may take memory before the last store reaches it, but not before a load that somebody
// waits for brings that store back.
inline void settle(uint32_t last_store) {
    while (at<uint32_t>(last_store & ~3u) != at<uint32_t>(last_store & ~3u)) {
    }
}

// Four words, put together from two each where the addresses differ within a word. Loads wait for
// each other less when several are under way.
inline uint32_t move_words(uint32_t to, uint32_t from, uint32_t low, uint32_t shift) {
    const uint32_t a = at<uint32_t>(from + 4), b = at<uint32_t>(from + 8);
    const uint32_t c = at<uint32_t>(from + 12), d = at<uint32_t>(from + 16);
    at<uint32_t>(to) = low >> shift | a << (32 - shift);
    at<uint32_t>(to + 4) = a >> shift | b << (32 - shift);
    at<uint32_t>(to + 8) = b >> shift | c << (32 - shift);
    at<uint32_t>(to + 12) = c >> shift | d << (32 - shift);
    return d;
}
inline void move_words(uint32_t to, uint32_t from) {
    const uint32_t a = at<uint32_t>(from), b = at<uint32_t>(from + 4);
    const uint32_t c = at<uint32_t>(from + 8), d = at<uint32_t>(from + 12);
    at<uint32_t>(to) = a;
    at<uint32_t>(to + 4) = b;
    at<uint32_t>(to + 8) = c;
    at<uint32_t>(to + 12) = d;
}

inline void move(uint32_t to, uint32_t from, uint32_t bytes) {
    if (bytes == 2 && ((to | from) & 1) == 0) {
        at<uint16_t>(to) = at<uint16_t>(from);
        return;
    }
    for (; (to & 3) != 0 && bytes > 0; ++to, ++from, --bytes) at<uint8_t>(to) = at<uint8_t>(from);
    const uint32_t shift = (from & 3) * 8;
    if (shift == 0) {
        for (; bytes >= 16; to += 16, from += 16, bytes -= 16) move_words(to, from);
        for (; bytes >= 4; to += 4, from += 4, bytes -= 4) at<uint32_t>(to) = at<uint32_t>(from);
    } else if (bytes >= 20) {
        uint32_t low = at<uint32_t>(from & ~3u);
        for (; bytes >= 20; to += 16, from += 16, bytes -= 16)
            low = move_words(to, from & ~3u, low, shift);
    }
    for (; bytes > 0; ++to, ++from, --bytes) at<uint8_t>(to) = at<uint8_t>(from);
}
