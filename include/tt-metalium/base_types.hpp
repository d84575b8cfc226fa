// Choices of the compute units that kernels are configured with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>

namespace tt::tt_metal {

// How many multiplier passes a product takes: 1 for LoFi up to 4 for HiFi4.
enum class MathFidelity : std::uint8_t {
    LoFi = 0,
    HiFi2 = 2,
    HiFi3 = 3,
    HiFi4 = 4,
    Invalid = 0xff
};

// Throws std::invalid_argument for a value that is none of the five.
std::ostream& operator<<(std::ostream& os, const MathFidelity& fidelity);

// UnpackToDestFp32 keeps all bits of Float32 on the way to Dest, and closes the buffer to
// SrcA/SrcB.
enum class UnpackToDestMode : std::uint8_t { UnpackToDestFp32, Default };

enum class UnpackMode : std::uint8_t { UnpackToSrc, UnpackToDest };

enum class Precision : std::uint8_t { Approximate, Precise };

}  // namespace tt::tt_metal

template <>
struct std::hash<tt::tt_metal::MathFidelity> {
    std::size_t operator()(tt::tt_metal::MathFidelity f) const noexcept {
        return static_cast<std::size_t>(f);
    }
};

using MathFidelity = tt::tt_metal::MathFidelity;
using UnpackToDestMode = tt::tt_metal::UnpackToDestMode;
