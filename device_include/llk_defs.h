// The kinds of compute operations, as template arguments, and the settings that kernels pass.
#pragma once

#include <cstdint>

namespace ckernel {

// An integer to kernels of 2025, a type of its own to those of 2026; its values are named through
// it.
struct VectorModes {
    enum Mode : std::uint8_t { None = 0, R = 1, C = 2, RC = 4, RC_custom = 6, Invalid = 0xFF };
};
using VectorMode = VectorModes::Mode;
enum class ReduceDim : std::uint8_t { REDUCE_ROW, REDUCE_COL, REDUCE_SCALAR };
enum class PoolType : std::uint8_t { SUM, AVG, MAX, MIN };
enum class DataCopyType : std::uint8_t { A2D, B2D };
enum class EltwiseBinaryType : std::uint8_t { ELWMUL, ELWDIV, ELWADD, ELWSUB, ELWLESS };
enum class EltwiseBinaryReuseDestType { NONE = 0, DEST_TO_SRCA = 1, DEST_TO_SRCB = 2 };
enum class DstSync : std::uint8_t { SyncHalf, SyncFull };
enum class BroadcastType : std::uint8_t { NONE, COL, ROW, SCALAR };
enum class Transpose : std::uint8_t { None, IntraFace, InterFace, Both };
enum class MathFidelity : std::uint8_t { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 };
enum class StochRndType : std::uint8_t { None = 0, Fpu = 1, Pack = 2, All = 15 };
enum class PackMode : std::uint8_t { Default, Untilize, Tilize };
enum class ReluType : std::uint8_t { NO_RELU, ZERO_RELU, MIN_THRESHOLD_RELU, MAX_THRESHOLD_RELU };

inline constexpr bool UnpackToDestEn = true, UnpackToDestDis = false;

// Kernels of 2025 name these without their type.
using enum EltwiseBinaryType;
using enum DataCopyType;

// What the packer does with values on one side of a threshold (16 bits, in the packed word above).
struct ReluConfig {
    static constexpr ReluConfig none() { return ReluConfig(ReluType::NO_RELU, 0); }
    static constexpr ReluConfig zero() { return ReluConfig(ReluType::ZERO_RELU, 0); }
    static constexpr ReluConfig min_threshold(std::uint32_t t) {
        return ReluConfig(ReluType::MIN_THRESHOLD_RELU, t);
    }
    static constexpr ReluConfig max_threshold(std::uint32_t t) {
        return ReluConfig(ReluType::MAX_THRESHOLD_RELU, t);
    }
    static constexpr ReluConfig from_packed(std::uint32_t word) {
        return ReluConfig(ReluType(word % 4), word >> 16);
    }

    constexpr ReluType get_mode() const { return mode_; }
    constexpr std::uint32_t get_threshold() const { return threshold_; }

 private:
    constexpr ReluConfig(ReluType mode, std::uint32_t threshold)
        : threshold_(threshold), mode_(mode) {}

    std::uint32_t threshold_;
    ReluType mode_;
};

}  // namespace ckernel
