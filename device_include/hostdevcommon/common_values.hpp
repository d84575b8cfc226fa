// Constants that host programs and kernels share.
#pragma once

#include <cstddef>
#include <cstdint>

inline constexpr std::uint32_t INVALID = 0, VALID = 1;
inline constexpr std::uint32_t DISPATCH_MAX_MESSAGE_ENTRIES = 8;
inline constexpr std::uint32_t MAX_NUM_HW_CQS = 2;

// Sizes of regions that are only set aside on request.
inline constexpr std::size_t DEFAULT_L1_SMALL_SIZE = 0;
inline constexpr std::size_t DEFAULT_TRACE_REGION_SIZE = 0;
inline constexpr std::size_t DEFAULT_WORKER_L1_SIZE = 0;
