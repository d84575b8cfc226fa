// Functions whose answer is known from their arguments, without looking into them.
#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/code/value.hpp"

namespace ironbird::analysis::code {
namespace {

using Answer = std::optional<std::int64_t>;
using Given = std::span<const Value>;

struct TileBytes {
    std::string_view format;
    std::int64_t bytes;
};

// Of 32x32 data; block formats carry one byte of exponent for sixteen.
constexpr TileBytes kTiles[] = {
    {"Float32", 4096},  {"Int32", 4096},     {"UInt32", 4096},    {"RawUInt32", 4096},
    {"Float16", 2048},  {"Float16_b", 2048}, {"UInt16", 2048},    {"Int16", 2048},
    {"Fp8_e4m3", 1024}, {"Lf8", 1024},       {"Int8", 1024},      {"UInt8", 1024},
    {"Bfp8", 1088},     {"Bfp8_b", 1088},    {"Bfp4", 576},       {"Bfp4_b", 576},
    {"Bfp2", 320},      {"Bfp2_b", 320},     {"RawUInt16", 2048}, {"RawUInt8", 1024},
};

Answer tile_bytes(Given g) {
    if (g.size() != 1) return {};
    const auto* row = std::ranges::find(kTiles, g[0].name, &TileBytes::format);
    return row == std::end(kTiles) ? Answer{} : row->bytes;
}

Answer least(Given g) {
    return std::ranges::min_element(g, {}, [](const Value& v) { return *v.number; })->number;
}

Answer most(Given g) {
    return std::ranges::max_element(g, {}, [](const Value& v) { return *v.number; })->number;
}

Answer quotient_up(Given g) {
    if (g.size() != 2 || *g[1].number <= 0) return {};
    return (*g[0].number + *g[1].number - 1) / *g[1].number;
}

Answer multiple_up(Given g) {
    const Answer times = quotient_up(g);
    return times ? *times * *g[1].number : times;
}

Answer multiple_down(Given g) {
    if (g.size() != 2 || *g[1].number <= 0) return {};
    return *g[0].number / *g[1].number * *g[1].number;
}

struct Row {
    std::string_view name;
    Answer (*answer)(Given);
};

constexpr Row kRows[] = {
    {"TileSize", tile_bytes},
    {"align", multiple_up},
    {"div_up", quotient_up},
    {"max", most},
    {"min", least},
    {"round_down", multiple_down},
    {"round_up", multiple_up},
    {"tile_size", tile_bytes},
};

}  // namespace

bool is_known_function(const std::string& name) {
    return std::ranges::find(kRows, name, &Row::name) != std::end(kRows);
}

Answer known_function(const std::string& name, Given given) {
    const auto* row = std::ranges::find(kRows, name, &Row::name);
    const bool all =
        std::ranges::all_of(given, [](const Value& v) { return v.number.has_value(); });
    if (row == std::end(kRows) || given.empty() || !all) return {};
    return row->answer(given);
}

}  // namespace ironbird::analysis::code
