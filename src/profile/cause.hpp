// Why a processor stood still.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "abi/ib_abi.h"
#include "sim/wait.hpp"

namespace ironbird::profile {

enum class Cause : std::uint8_t {
    cb_data,
    cb_space,
    noc_read,
    noc_write,
    dram,
    semaphore,
    dst,
    src,
    other
};
inline constexpr std::size_t kCauses = 9;

using ByCause = std::array<std::uint64_t, kCauses>;

struct CauseRow {
    std::string_view key;   // in records
    std::string_view text;  // after "waiting for"
};

inline constexpr std::array<CauseRow, kCauses> kCauseRows = {{
    {"cb_data", "CB data"},
    {"cb_space", "CB space"},
    {"noc_read", "NoC reads"},
    {"noc_write", "NoC writes"},
    {"dram", "DRAM"},
    {"semaphore", "semaphores"},
    {"dst", "Dst"},
    {"src", "Src"},
    {"other", "other processors"},
}};

constexpr const CauseRow& row(Cause c) {
    return kCauseRows[static_cast<std::size_t>(c)];
}

// `dram`: the answer that ended the wait came from DRAM.
constexpr Cause cause_of(const sim::Wait& wait, bool dram) {
    using enum sim::WaitKind;
    switch (wait.kind) {
        case cb_pages:
            return Cause::cb_data;
        case cb_space:
            return Cause::cb_space;
        case word_equal:
        case word_at_least:
        case words_changed:
            return Cause::semaphore;
        case barrier:
            if (dram && (wait.waits & (IB_WAIT_READS | IB_WAIT_WRITES_ACKED)) != 0)
                return Cause::dram;
            return (wait.waits & IB_WAIT_READS) != 0 ? Cause::noc_read : Cause::noc_write;
        case src_full:
        case src_empty:
            return Cause::src;
        case dst_math:
        case dst_pack:
            return Cause::dst;
        default:
            return Cause::other;
    }
}

}  // namespace ironbird::profile
