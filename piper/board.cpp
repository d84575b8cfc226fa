// Figures of the guide. None of them is measured here.
#include "board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "error.hpp"

namespace piper {
namespace {

constexpr auto kBoards = std::to_array<Board>({
    {"e75", "TC-01001", 96, 84, 1.0, 102, 75, 750, {6, 8, 10}, {3, 4.5, 6}},
    {"e150", "TC-01002", 120, 108, 1.2, 118, 200, 1000, {10, 12, 14}, {5, 7, 9}},
});

// 1.5 to 2 times an e150, and one figure for Blackhole.
constexpr auto kLaterBoards = std::to_array<LaterBoard>({
    {"n150", {18, 20, 24}},
    {"p150", {30, 30, 30}},
});

constexpr auto kRates = std::to_array<ExpectedRate>({
    {"Neg2Zero", 8.2, 12.5, 0.0854, false},
    {"Logarithm", 7.9, 12.1, 0.0823, false},
    {"Hex2Int", 6.8, 10.4, 0.0708, false},
    {"Modulus", 6.8, 10.4, 0.0708, false},
    {"VocabGen", 3.9, 6.2, 0.0406, true},
    {"VocabMap", 4.5, 7.1, 0.0469, true},
});

Budget budget_of(double bytes) {
    Budget budget{.bytes = bytes, .cores = 1, .boards = {}, .shards = 1};
    budget.cores = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(bytes / kMiB)));
    budget.shards =
        std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(bytes / kProgramL1)));
    for (const Board& board : kBoards) {
        const double sram = board.cores * kMiB, programs = board.program_cores * kProgramL1;
        budget.boards.push_back(
            {board.name, bytes <= sram, 100 * bytes / sram, bytes <= programs, programs});
    }
    return budget;
}

}  // namespace

std::span<const Board> boards() {
    return kBoards;
}
std::span<const ExpectedRate> expected_rates() {
    return kRates;
}

const Board& find_board(std::string_view name) {
    const auto found = std::ranges::find(kBoards, name, &Board::name);
    if (found == kBoards.end())
        throw Error(Exit::could_not_start, fmt::format("no board is called {}", name),
                    "boards: e75, e150; for `model --judge` also n150, p150");
    return *found;
}

std::span<const LaterBoard> later_boards() {
    return kLaterBoards;
}

Range expected_range(std::string_view board, bool stateful) {
    const auto later = std::ranges::find(kLaterBoards, board, &LaterBoard::name);
    if (later == kLaterBoards.end()) {
        const Board& found = find_board(board);
        return stateful ? found.stateful : found.stateless;
    }
    if (stateful)
        throw Error(Exit::not_modelled,
                    fmt::format("the guide expects nothing of stateful operators on {}", board));
    return later->stateless;
}

double modelled_gbs(const ExpectedRate& rate, const Board& board) {
    return rate.bytes_per_cycle * board.cores * board.clock_ghz;
}

Verdict judge(double gbs, const Range& range) {
    if (gbs <= range.typical / 2) return Verdict::alarm;
    if (gbs < range.least) return Verdict::low;
    return gbs <= range.most ? Verdict::within : Verdict::above;
}

std::string_view name_of(Verdict verdict) {
    constexpr std::string_view names[] = {"half of what is expected or less",
                                          "below the expected range", "as expected",
                                          "above the expected range"};
    return names[static_cast<std::size_t>(verdict)];
}

bool Budget::fits_any() const {
    return std::ranges::any_of(boards, &Fit::fits_programs);
}

Budget embedding_budget(double vocab, double dim) {
    return budget_of(vocab * dim * 4);
}

Budget vocabulary_budget(double columns, double entries) {
    return budget_of(columns * (entries * 4 + entries / 8));
}

// A fifth of its power at rest, and warmer than a room of 25 degrees by as much.
BoardState modelled_state(const Board& board) {
    constexpr double room = 25, die_limit = 75, idle = 0.2;
    return {room + (die_limit - room) * idle, board.watts * idle};
}

std::uint64_t huge_pages(double gigabytes) {
    return static_cast<std::uint64_t>(std::llround(gigabytes * 1024 / 2));
}

}  // namespace piper
