// Random checkpoints with everything that a real one has, for tests and first steps.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "config.hpp"

namespace qwen3 {

struct CheckpointPlan {
    Config config;  // the ids of special tokens and, when it is 0, vocab_size follow the tokenizer
    std::uint64_t seed = 42;
    std::int64_t shards = 2;
};

// Sizes of a model that runs in milliseconds.
Config tiny_config();

// All 256 bytes, a few merges and Qwen's added tokens.
nlohmann::json small_tokenizer();

// Writes config.json, tokenizer.json, weights in BF16 and their index. The same plan gives the same
// bytes. The folder may exist; an error when it has a checkpoint already.
Config make_checkpoint(const std::filesystem::path& folder, const CheckpointPlan& plan);

}  // namespace qwen3
