// MiniPipes: the papers' smallest unit of scheduling, one word of up to sixteen columns wide.
#pragma once

#include <vector>

#include "pipeline.hpp"

namespace piper {

inline constexpr std::size_t kMiniPipeColumns = 16;  // 64 bytes
inline constexpr unsigned kStatelessPipes = 4;       // numbers 0 to 3; then the stateful ones
inline constexpr unsigned kStatefulPipes = 3;        // 4 to 6

struct MiniPipe {
    unsigned number;
    unsigned turn;                      // which use of this MiniPipe in a batch, from 0 on
    std::vector<std::size_t> fields{};  // of the columns, by kFields
    std::vector<Step> steps{};          // none: a vocabulary
    std::optional<VocabularyStep> vocabulary{};

    bool stateful() const { return number >= kStatelessPipes; }
};

// In the order in which a batch goes through them. Another pipeline is another list: nothing is
// compiled for it but kernels that no pipeline had before.
std::vector<MiniPipe> minipipes_of(const Plan& plan);

}  // namespace piper
