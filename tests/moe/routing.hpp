// What tests of the experts' operations share: choices of experts, and what is expected of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <ironbird/statistics.hpp>
#include <numeric>

#include "../ttnn/harness.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/experimental/moe/moe.hpp"

namespace ttnn::test {

inline Shape shape_of(std::initializer_list<std::uint32_t> dims) {
    return Shape(ttsl::SmallVector<std::uint32_t>(dims));
}
inline TensorSpec rows_spec(std::initializer_list<std::uint32_t> dims, DataType dtype) {
    return spec_of(shape_of(dims), dtype, Layout::ROW_MAJOR);
}

// Which experts each token goes to, and with which weights.
struct Choices {
    std::uint32_t tokens, chosen, experts;
    Doubles selected, weights;  // (tokens, chosen)

    Tensor selected_tensor(MeshDevice* device) const {
        return tensor_of(selected, rows_spec({tokens, chosen}, DataType::UINT32), device);
    }
    Tensor weights_tensor(MeshDevice* device) const {
        return tensor_of(weights, rows_spec({tokens, chosen}, DataType::BFLOAT16), device);
    }
};

enum class Pattern { even, one_expert, few_experts };

// Weights are multiples of 1/64, which every format holds.
inline Choices draw_choices(std::mt19937& random, std::uint32_t tokens, std::uint32_t chosen,
                            std::uint32_t experts, Pattern pattern = Pattern::even) {
    Choices out{tokens, chosen, experts, {}, {}};
    const std::uint32_t middle = experts / 2;
    std::vector<std::uint32_t> all(experts);
    std::iota(all.begin(), all.end(), 0u);
    for (std::uint32_t t = 0; t < tokens; t++) {
        const std::uint32_t free = pattern == Pattern::few_experts ? chosen + 1 : experts;
        std::shuffle(all.begin(), all.begin() + std::min(free, experts), random);
        for (std::uint32_t k = 0; k < chosen; k++) {
            out.selected.push_back(all[k]);
            out.weights.push_back(static_cast<double>(1 + random() % 64) / 64);
        }
        if (pattern == Pattern::one_expert && chosen == 1) out.selected.back() = middle;
    }
    return out;
}

// The lists of the experts that a device has.
struct Lists {
    std::uint32_t width;
    Doubles counts, tokens, weights;

    std::size_t count(std::size_t expert) const { return static_cast<std::size_t>(counts[expert]); }
    double token(std::size_t expert, std::size_t i) const { return tokens[expert * width + i]; }
    double weight(std::size_t expert, std::size_t i) const { return weights[expert * width + i]; }
};

inline constexpr double kNoToken = 4294967295.0;

inline Lists expected_lists(const Choices& c, const std::vector<std::uint32_t>& mapping) {
    Lists out{(c.tokens + 31) / 32 * 32, {}, {}, {}};
    for (const std::uint32_t expert : mapping) {
        Doubles tokens, weights;
        for (std::uint32_t i = 0; i < c.tokens * c.chosen; i++)
            if (c.selected[i] == expert) {
                const std::uint32_t token = i / c.chosen;
                tokens.push_back(token);
                weights.push_back(c.weights[i]);
            }
        out.counts.push_back(static_cast<double>(tokens.size()));
        tokens.resize(out.width, kNoToken);
        weights.resize(out.width, 0);
        out.tokens.insert(out.tokens.end(), tokens.begin(), tokens.end());
        out.weights.insert(out.weights.end(), weights.begin(), weights.end());
    }
    return out;
}

inline Tensor mapping_tensor(const std::vector<std::uint32_t>& mapping, MeshDevice* device) {
    return tensor_of(Doubles(mapping.begin(), mapping.end()),
                     rows_spec({static_cast<std::uint32_t>(mapping.size())}, DataType::INT32),
                     device);
}

// The length of the difference, by that of what is expected.
inline double relative_error(const Doubles& got, const Doubles& want) {
    double difference = 0, length = 0;
    for (std::size_t i = 0; i < want.size(); i++) {
        difference += (got[i] - want[i]) * (got[i] - want[i]);
        length += want[i] * want[i];
    }
    return std::sqrt(difference / length);
}

// Memory that is given out next holds this until somebody writes: NaN as a real number. More than
// the largest result has, which tests ask for with `holds`.
inline constexpr double kPoison = 0x7fc17fc1;
inline constexpr std::uint32_t kPoisonRows = 512;
class Poison {
 public:
    explicit Poison(MeshDevice& device) {
        const Tensor all = tensor_of(Doubles(std::size_t{kPoisonRows} * 2048, kPoison),
                                     rows_spec({kPoisonRows, 2048}, DataType::UINT32), &device);
        begin_ = all.buffer()->address();
        end_ = begin_ + all.buffer()->aligned_size_per_bank();
    }
    bool holds(const Tensor& tensor) const {
        const auto begin = tensor.buffer()->address();
        return begin >= begin_ && begin + tensor.buffer()->aligned_size_per_bank() <= end_;
    }

 private:
    tt::tt_metal::DeviceAddr begin_, end_;
};

// Calls with other tensors each time, all of which stay: only the first call builds programs.
template <class Call>
void expect_built_once(MeshDevice& device, Call call) {
    std::vector<Tensor> keep = call();
    const std::size_t before = device.num_program_cache_entries();
    for (int again = 0; again < 2; again++)
        for (const Tensor& tensor : call()) keep.push_back(tensor);
    EXPECT_EQ(device.num_program_cache_entries(), before);
}

}  // namespace ttnn::test
