// Copies a box of elements between two arrays of any rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tt-metalium/shape.hpp>

namespace ironbird::tensor {

// An array in row-major order and where in it the box begins.
struct BoxPlace {
    tt::tt_metal::Shape shape;
    tt::tt_metal::Shape start;  // of the same rank
};

// A box at the beginning of an array.
BoxPlace at_start(const tt::tt_metal::Shape& shape);

void copy_box(const std::byte* from, const BoxPlace& source, std::byte* to, const BoxPlace& target,
              const tt::tt_metal::Shape& box, std::size_t element_bytes);

}  // namespace ironbird::tensor
