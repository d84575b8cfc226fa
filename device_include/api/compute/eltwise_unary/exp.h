// The exponential.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

enum class InputClamping : uint8_t { ClampToNegative = 1, None = 0 };

}  // namespace ckernel

namespace ironbird::compute {

// The set-ups: exact, approximate with a clamp at the lower end, without.
template <class Clamping>
constexpr int exponential_form(bool approx, Clamping clamping) {
    return !approx ? 0 : uint32_t(clamping) == uint32_t(ckernel::InputClamping::None) ? 2 : 1;
}
constexpr int exponential_form_2025(bool approx, bool fast) {
    return !approx ? 0 : fast ? 1 : int(kUnknownForm);
}

// The forms of both years. 2026: scale enabled, clamping, iterations. 2025: fast and approximate,
// scale enabled, no check of the sign, iterations. A scale is the upper half of a float.
template <bool approx, bool second, auto third, auto fourth, int fifth, bool here>
FORCE_INLINE void exponential(uint32_t idst, Faces faces, uint32_t scale) {
    constexpr bool of_2025 = std::is_same_v<decltype(third), bool>;
    constexpr bool scaled = of_2025 ? bool(third) : second;
    constexpr int iterations = of_2025 ? fifth : int(fourth);
    const uint32_t plain = scaled ? scale << 16 : 0x3f800000;
    sfpu(
        IB_SFPU_exp, {idst, idst},
        {.faces = faces,
         .approx = approx,
         .iterations = uint8_t(iterations),
         .here = here,
         .form = of_2025 ? exponential_form_2025(approx, second) : exponential_form(approx, third)},
        approx ? sfpu_remembered.exp_scale : plain);
}

// The approximate form takes its scale from the init; 2025 has a flag before it.
template <bool approx, auto second, auto third, bool here>
FORCE_INLINE void exponential_init() {
    if constexpr (std::is_same_v<decltype(second), bool>) {
        sfpu_remembered.exp_scale = uint32_t(third);
        sfpu_is(IB_SFPU_exp, exponential_form_2025(approx, second), here);
    } else {
        sfpu_remembered.exp_scale = uint32_t(second);
        sfpu_is(IB_SFPU_exp, exponential_form(approx, third), here);
    }
}

}  // namespace ironbird::compute

namespace ckernel {

template <bool approx = false, auto scale = 0x3f800000u, auto input_clamping = 0x3f800000u>
ALWI void exp_tile_init() {
    ironbird::compute::exponential_init<approx, scale, input_clamping,
                                        ironbird::compute::kCalculates>();
}
template <bool approx = false, bool scale_en = false,
          auto input_clamping = InputClamping::ClampToNegative, auto iterations = 8,
          int iterations_2025 = 8>
ALWI void exp_tile(uint32_t idst, ironbird::compute::Faces vector_mode = VectorMode::RC,
                   uint16_t scale = 0x3f80) {
    ironbird::compute::exponential<approx, scale_en, input_clamping, iterations, iterations_2025,
                                   ironbird::compute::kCalculates>(idst, vector_mode, scale);
}
template <bool approx = false, auto scale = 0x3f800000u, auto input_clamping = 0x3f800000u>
ALWI void exp_packthread_tile_init() {
    ironbird::compute::exponential_init<approx, scale, input_clamping, ironbird::compute::kPacks>();
}
template <bool approx = false, bool scale_en = false,
          auto input_clamping = InputClamping::ClampToNegative, auto iterations = 8,
          int iterations_2025 = 8>
ALWI void exp_packthread_tile(uint32_t idst, ironbird::compute::Faces vector_mode = VectorMode::RC,
                              uint16_t scale = 0x3f80) {
    ironbird::compute::exponential<approx, scale_en, input_clamping, iterations, iterations_2025,
                                   ironbird::compute::kPacks>(idst, vector_mode, scale);
}

}  // namespace ckernel
