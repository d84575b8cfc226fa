// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

namespace qwen3 {

// SplitMix64: the standard library's distributions differ between implementations.
class Random {
 public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    Random(std::uint64_t seed, std::string_view name) : state_(seed) {
        for (const char letter : name) state_ = next() ^ static_cast<unsigned char>(letter);
    }

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // [0, 1)
    std::uint64_t below(std::uint64_t limit) {
        return static_cast<std::uint64_t>(uniform() * static_cast<double>(limit));
    }
    // Mean 0, deviation 1, at most 3.5: a sum of four, free of the mathematics library.
    double bell() {
        constexpr double kScale = 1.7320508075688772;  // the variance of a sum of four is 1/3
        return (uniform() + uniform() + uniform() + uniform() - 2) * kScale;
    }

 private:
    std::uint64_t state_;
};

}  // namespace qwen3
