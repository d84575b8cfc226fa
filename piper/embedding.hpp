// Tables of embeddings that need no file: a value is a function of seed, row and dimension.
#pragma once

#include <cmath>
#include <cstdint>

#include "operator.hpp"

namespace piper {

// Xavier-uniform: between -b and b, b = sqrt(6 / (vocab + dim)). A row out of range is 0.
class Embedding {
 public:
    explicit Embedding(const Operator& op)
        : vocab_(static_cast<std::uint32_t>(op.value(0))),
          dim_(static_cast<std::uint32_t>(op.value(1))),
          padding_(static_cast<std::int64_t>(op.value(2))),
          seed_(static_cast<std::uint64_t>(op.value(3))),
          bound_(std::sqrt(6.0f / (static_cast<float>(vocab_) + static_cast<float>(dim_)))) {}

    std::uint32_t vocab() const { return vocab_; }
    std::uint32_t dim() const { return dim_; }

    float at(std::uint32_t row, std::uint32_t d) const {
        if (row >= vocab_ || row == padding_) return 0;
        std::uint64_t h = seed_ * 0x9e3779b97f4a7c15u + (static_cast<std::uint64_t>(row) << 20) + d;
        h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
        h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
        const auto bits = static_cast<float>(h >> 40);  // 24 of them, exact
        return (bits * 0x1p-23f - 1.0f) * bound_;
    }

 private:
    std::uint32_t vocab_;
    std::uint32_t dim_;
    std::int64_t padding_;
    std::uint64_t seed_;
    float bound_;
};

}  // namespace piper
