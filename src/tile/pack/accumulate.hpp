// What the packer does to L1 when it adds: sixteen datums at a time.
#pragma once

#include <cstdint>

namespace ironbird::tile {

// l1 += fresh, each by its format's own rules. The tables have quicker ways for ordinary numbers.
void add_bf16(const std::uint8_t* fresh, std::uint8_t* l1);
void add_fp16(const std::uint8_t* fresh, std::uint8_t* l1);
void add_int32(const std::uint8_t* fresh, std::uint8_t* l1);

}  // namespace ironbird::tile
