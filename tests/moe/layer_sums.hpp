// What attention and experts of a layer are expected to give: sums on the CPU in single precision,
// and the weights that they are of.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "config.hpp"

namespace qwen3::testing {

using Values = std::vector<float>;

// Multiples of size / 128 below it, which BFLOAT16 holds.
Values drawn(std::int64_t count, float size, std::uint64_t seed);

struct ExpertSums {
    Config config;

    Values matrix(std::uint64_t which, std::int64_t expert) const;  // 1 gate, 2 up, 3 down
    Values router() const;
    // x (tokens, hidden) to the same.
    Values expected(const Values& x) const;

 private:
    using Routed = std::vector<std::pair<std::int64_t, float>>;
    void add(std::int64_t expert, const Values& x, const Routed& routed, Values& out) const;
};

struct AttentionSums {
    Config config;

    Values weight(const std::string& name) const;
    // x (length, hidden) of one user from position 0 on.
    Values expected(const Values& x) const;

 private:
    void turn(float* head, const Values& norm, std::int64_t position) const;
    void turn_all(Values& heads, const Values& norm, std::int64_t length) const;
    void attend(const float* q, const float* k, const float* v, std::int64_t length,
                float* out) const;
};

}  // namespace qwen3::testing
