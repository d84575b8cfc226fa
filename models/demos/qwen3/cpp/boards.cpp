// The table of boards.
#include "boards.hpp"

#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <vector>

#include "error.hpp"

namespace qwen3 {
namespace {

constexpr Chip wormhole(std::int64_t cores) {
    return {.arch = "wormhole_b0",
            .cores = cores,
            .clock_ghz = 1.0,
            .l1_bytes = 1499136,
            .dram_bytes = 12ull << 30,
            .dram_gb_per_s = 288,
            .dram_matmul_gb_per_s = 190,
            .link_gb_per_s = 7.9,
            .hop_seconds = 0.8e-6};
}

constexpr Chip blackhole(std::int64_t cores, std::uint64_t banks) {
    return {.arch = "blackhole",
            .cores = cores,
            .clock_ghz = 1.35,
            .l1_bytes = 1572864,
            .dram_bytes = banks * 4278190080ull,
            .dram_gb_per_s = 64.0 * static_cast<double>(banks),
            .dram_matmul_gb_per_s = 50.0 * static_cast<double>(banks),
            .link_gb_per_s = 19.2,
            .hop_seconds = 0.68e-6};
}

constexpr Chip kN150 = wormhole(64), kN300 = wormhole(56);
constexpr Chip kP100 = blackhole(110, 7), kP150 = blackhole(130, 8);

constexpr auto kBoards = std::to_array<Board>({
    {"n150", "one Wormhole", &kN150, 1, 0},
    {"n300", "two Wormholes", &kN300, 2, 2},
    {"t3000", "four n300: eight Wormholes", &kN300, 8, 2},
    {"galaxy", "32 Wormholes", &kN300, 32, 4},
    {"p100", "one Blackhole", &kP100, 1, 0},
    {"p150", "one Blackhole", &kP150, 1, 0},
    {"p150x4", "four p150", &kP150, 4, 4},
    {"p150x8", "eight p150", &kP150, 8, 2},
    {"bh_galaxy", "32 Blackholes", &kP150, 32, 2},
});

}  // namespace

Mesh Board::mesh() const {
    return chips == 32 ? Mesh{.rows = 4, .columns = 8} : Mesh{.columns = chips};
}

std::span<const Board> boards() {
    return kBoards;
}

const Board& find_board(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Board& board : kBoards) {
        if (board.name == name) return board;
        names.push_back(board.name);
    }
    fail("there is no board {}; there are {}", name, fmt::join(names, ", "));
}

Mesh parse_mesh(std::string_view text) {
    Mesh mesh;
    const char *begin = text.data(), *end = begin + text.size();
    const auto rows = std::from_chars(begin, end, mesh.rows);
    if (rows.ec == std::errc() && rows.ptr != end && (*rows.ptr == 'x' || *rows.ptr == ',')) {
        const auto columns = std::from_chars(rows.ptr + 1, end, mesh.columns);
        const auto fits = [](std::int64_t side) { return side >= 1 && side <= 1024; };
        if (columns.ec == std::errc() && columns.ptr == end && fits(mesh.rows) &&
            fits(mesh.columns))
            return mesh;
    }
    fail("mesh {} is not ROWSxCOLUMNS, such as 1x8", text);
}

std::string text_of(const Mesh& mesh) {
    return fmt::format("{}x{}", mesh.rows, mesh.columns);
}

}  // namespace qwen3
