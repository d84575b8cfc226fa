// What a model needs and how fast a board could run it, worked out without running anything.
#pragma once

#include <cstdint>
#include <string_view>

#include "boards.hpp"
#include "config.hpp"

namespace qwen3 {

struct ParameterCount {
    std::int64_t attention, moe;  // per layer
    std::int64_t total;
    std::int64_t active;  // that one token uses
};
ParameterCount count_parameters(const Config& config);

// Floating-point operations of one layer: a product of (M,K) and (K,N) is 2MNK. Scores that the
// causal mask drops are counted: the device computes whole tiles.
struct LayerFlops {
    double attention, moe;
    double sum() const { return attention + moe; }
};
LayerFlops prefill_flops(const Config& config, std::int64_t batch, std::int64_t length);
LayerFlops decode_flops(const Config& config, std::int64_t batch, std::int64_t context);

// How often each kv head is there so that every column of the mesh has its own: the smallest r with
// kv_heads · r a multiple of `columns`. An error when there is none up to 100.
std::int64_t kv_replication(std::int64_t kv_heads, std::int64_t columns);

// Users that a row of the mesh attends to: its share where each row gets whole units of 32, else
// all of them, in every row.
inline constexpr std::int64_t kUserUnit = 32;
std::int64_t users_of_row(std::int64_t users, std::int64_t rows);

// What projections and experts are kept as; all others are BFLOAT16.
enum class WeightFormat : std::uint8_t { bf16, bf8 };
WeightFormat parse_weight_format(std::string_view text);  // an error names both

struct Workload {
    std::int64_t batch = 1;
    std::int64_t context = 2048;  // length of prompts, and of the cache that decode reads
    WeightFormat weights = WeightFormat::bf8;
};

// Bytes on one chip.
struct ChipBytes {
    double embedding, attention, experts, router, head, norms, kv_cache;
    double weights() const { return embedding + attention + experts + router + head + norms; }
    double sum() const { return weights() + kv_cache; }
};

// Time of a step by what it waits for. Reading and computing overlap, collectives do not.
struct StepTime {
    double dram, compute, links;
    double sum() const { return (dram > compute ? dram : compute) + links; }
    std::string_view bound() const;  // the largest of the three
};

struct BoardPlan {
    const Board* board;
    Mesh mesh;
    ChipBytes bytes;
    double available;  // bytes of a chip's DRAM, less the region for traces
    StepTime prefill, decode;
    double tokens_per_second;  // decode, all users

    bool fits() const { return bytes.sum() <= available; }
};

// Errors name a mesh with more chips than the board has, or one that does not divide the experts or
// the heads.
BoardPlan plan_board(const Config& config, const Board& board, const Mesh& mesh,
                     const Workload& workload);

}  // namespace qwen3
