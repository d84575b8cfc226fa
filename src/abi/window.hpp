// The low window of host memory in which everything lives that kernels address by 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ironbird::abi {

// A processor's block: readable and writable context and stack, guard page between them; zeroed
// when taken for the first time only. Aligned to IB_BLOCK_BYTES. Thread-safe.
std::uint8_t* take_block();
// How many there can be.
std::size_t most_blocks();
void give_block(std::uint8_t* block);

// Memory for images of globals and constants, in whole pages. Thread-safe.
std::uint8_t* take_pages(std::size_t bytes);
void give_pages(std::uint8_t* pages, std::size_t bytes);
void make_read_only(std::uint8_t* pages, std::size_t bytes);

}  // namespace ironbird::abi
