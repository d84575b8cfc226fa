// A row is a function of seed and number, so that any part of a data set can be made by itself.
#include "generate.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>

#include "column.hpp"
#include "decode.hpp"

namespace piper {
namespace {

// SplitMix64.
class Random {
 public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
    std::uint64_t state_;
};

struct DenseColumn {
    double empty;   // share of rows
    double digits;  // values are below ten to this power, small ones more often
    bool negative;  // down to -3
};
constexpr std::array<DenseColumn, kDense> kDenseColumns = {{{.45, 1.5, false},
                                                            {0, 3.5, true},
                                                            {.2, 3, false},
                                                            {.2, 1.7, false},
                                                            {.03, 6, false},
                                                            {.2, 4, false},
                                                            {.04, 2.5, false},
                                                            {0, 2, false},
                                                            {.04, 3.5, false},
                                                            {.45, .7, false},
                                                            {.04, 1.7, false},
                                                            {.75, 1, false},
                                                            {.2, 3, false}}};

struct CategoricalColumn {
    double empty;
    double values;
};
constexpr std::array<CategoricalColumn, kCategorical> kCategoricalColumns = {
    {{0, 1400},  {0, 580},   {.03, 9e6}, {.03, 2e6}, {0, 300},    {.12, 24}, {0, 12000},
     {0, 630},   {0, 3},     {0, 9e4},   {0, 5600},  {.03, 8e6},  {0, 3200}, {0, 27},
     {0, 15000}, {.03, 5e6}, {0, 10},    {0, 5600},  {.44, 2100}, {.44, 4},  {.03, 7e6},
     {.76, 18},  {0, 15},    {.03, 2e5}, {.44, 100}, {.44, 1.4e5}}};

struct Field {
    std::uint32_t word = 0;
    bool empty = false;
};

Field dense_field(const DenseColumn& column, Random& random) {
    if (random.uniform() < column.empty) return {0, true};
    const double size = std::pow(10, column.digits * random.uniform()) - 1;
    const std::int32_t value = column.negative && random.uniform() < .1
                                   ? -1 - static_cast<std::int32_t>(random.next() % 3)
                                   : static_cast<std::int32_t>(size);
    return {static_cast<std::uint32_t>(value), false};
}

// The logarithm of the rank is uniform: few values are most of the rows.
Field categorical_field(std::size_t c, Random& random) {
    const CategoricalColumn& column = kCategoricalColumns[c];
    if (random.uniform() < column.empty) return {0, true};
    const auto rank = static_cast<std::uint64_t>(std::pow(column.values, random.uniform()));
    return {static_cast<std::uint32_t>(Random(rank * kCategorical + c).next()), false};
}

}  // namespace

void append_row(const GenerateOptions& options, std::uint64_t row, std::string& to) {
    Random random(Random(options.seed * 0x100000001b3u + row).next());
    std::array<Field, kFields> fields;
    fields[0].word = random.uniform() < .25;
    for (std::size_t c = 0; c < kDense; ++c)
        fields[kFirstDense + c] = dense_field(kDenseColumns[c], random);
    for (std::size_t c = 0; c < kCategorical; ++c)
        fields[kFirstCategorical + c] = categorical_field(c, random);
    if (options.binary) {
        std::uint32_t words[kBinaryRowWords] = {};
        for (std::size_t f = 0; f < kFields; ++f)
            words[f < kFirstCategorical ? f : f - kFirstCategorical + 16] = fields[f].word;
        to.append(reinterpret_cast<const char*>(words), sizeof words);
        return;
    }
    for (std::size_t f = 0; f < kFields; ++f) {
        if (f != 0) to += '\t';
        if (fields[f].empty) continue;
        if (f < kFirstCategorical)
            fmt::format_to(std::back_inserter(to), "{}", static_cast<std::int32_t>(fields[f].word));
        else
            fmt::format_to(std::back_inserter(to), "{:08x}", fields[f].word);
    }
    to += '\n';
}

}  // namespace piper
