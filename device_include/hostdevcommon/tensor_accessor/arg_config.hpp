// The first word of a tensor accessor's arguments: what kind of tensor, and which of its
// properties come as common runtime arguments instead of compile-time ones.
#pragma once

#include <cstdint>
#include <hostdevcommon/flags.hpp>

namespace tensor_accessor {

enum class ArgConfig : std::uint8_t {
    None = 0,
    Sharded = 0x01,
    IsDram = 0x02,
    RuntimeRank = 0x04,
    RuntimeNumBanks = 0x08,
    RuntimeTensorShape = 0x10,
    RuntimeShardShape = 0x20,
    RuntimeBankCoords = 0x40,
    RuntimePageSize = 0x80,
    Runtime = 0xFC,
};

using ArgsConfig = Flags<ArgConfig>;

constexpr ArgsConfig operator|(ArgConfig a, ArgConfig b) noexcept {
    return ArgsConfig(a, b);
}
constexpr ArgsConfig operator|(ArgConfig a, ArgsConfig b) noexcept {
    return b | a;
}

// The word with the number of banks says in its top bit how shards go to banks: runs of
// neighbours per bank when set, dealt out in turn otherwise.
inline constexpr std::uint32_t ShardContiguousBit = 0x80000000u;

constexpr std::uint32_t pack_num_banks(std::uint32_t banks, bool shard_contiguous) {
    return shard_contiguous ? banks | ShardContiguousBit : banks;
}
constexpr std::uint32_t unpack_num_banks(std::uint32_t word) {
    return word & ~ShardContiguousBit;
}
constexpr bool unpack_is_shard_contiguous(std::uint32_t word) {
    return word >= ShardContiguousBit;
}

}  // namespace tensor_accessor
