// How a tensor accessor's arguments are passed: the one word that host and kernel must read alike.
#pragma once

#include <cstdint>
#include <hostdevcommon/flags.hpp>

namespace tensor_accessor {

enum class ArgConfig : std::uint8_t {
    None = 0,
    Sharded = 1 << 0,
    IsDram = 1 << 1,
    RuntimeRank = 1 << 2,
    RuntimeNumBanks = 1 << 3,
    RuntimeTensorShape = 1 << 4,
    RuntimeShardShape = 1 << 5,
    RuntimeBankCoords = 1 << 6,
    RuntimePageSize = 1 << 7,
    Runtime = 0xFC,  // all of the Runtime… bits
};

using ArgsConfig = Flags<ArgConfig>;

constexpr ArgsConfig operator|(ArgConfig a, ArgConfig b) noexcept {
    return ArgsConfig(a, b);
}
constexpr ArgsConfig operator|(ArgConfig a, ArgsConfig b) noexcept {
    return b | a;
}

// The top bit of the bank count says that neighbouring shards share a core.
inline constexpr std::uint32_t ShardContiguousBit = 0x80000000u;

constexpr std::uint32_t pack_num_banks(std::uint32_t num_banks, bool is_shard_contiguous) {
    return is_shard_contiguous ? num_banks | ShardContiguousBit : num_banks;
}
constexpr std::uint32_t unpack_num_banks(std::uint32_t word) {
    return word & ~ShardContiguousBit;
}
constexpr bool unpack_is_shard_contiguous(std::uint32_t word) {
    return word >= ShardContiguousBit;
}

}  // namespace tensor_accessor
