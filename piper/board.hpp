// The boards of the tuning guide: what they have, what fits, and what throughput it expects of
// them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace piper {

struct Range {
    double least, typical, most;  // GB/s
};

struct Board {
    std::string_view name, part;
    unsigned cores;
    unsigned program_cores;  // that a program gets, the others dispatch
    double clock_ghz;
    double dram_gbs;
    double watts;
    unsigned psu_watts;
    Range stateless, stateful;
};
std::span<const Board> boards();
// Boards behind those two: of them the guide has a range for stateless operators alone.
struct LaterBoard {
    std::string_view name;
    Range stateless;
};
std::span<const LaterBoard> later_boards();
// Of either kind of board; throws Error where the guide has none.
Range expected_range(std::string_view board, bool stateful);
const Board& find_board(std::string_view name);  // throws Error

inline constexpr double kHostLinkGbs = 32;  // PCIe 4.0 x16
inline constexpr double kMiB = 1048576;
// Of the 1 MiB of a core what programs get: below lie the processors' own areas.
inline constexpr double kProgramL1 = 942912;

// An operator's figure in the guide, by board, and the bytes a core moves in a cycle so that
// cores * clock gives the figure of the e75.
struct ExpectedRate {
    std::string_view name;
    double e75, e150;  // GB/s
    double bytes_per_cycle;
    bool stateful;
};
std::span<const ExpectedRate> expected_rates();
double modelled_gbs(const ExpectedRate& rate, const Board& board);

enum class Verdict { alarm, low, within, above };  // alarm: half of what is typical or less
Verdict judge(double gbs, const Range& range);
std::string_view name_of(Verdict verdict);

struct Fit {
    std::string_view board;
    bool fits;
    double percent;      // of its SRAM
    bool fits_programs;  // what a program really gets of it
    double program_bytes;
};
struct Budget {
    double bytes;
    std::uint64_t cores;  // of 1 MiB each
    std::vector<Fit> boards;
    std::uint64_t shards;   // parts of the table so that each fits what a program gets of a core
    bool fits_any() const;  // what programs get of a board, not its SRAM on paper
};
Budget embedding_budget(double vocab, double dim);
// Ids and seen bits of VocabGen.
Budget vocabulary_budget(double columns, double entries);

// What a virtual board is taken to show; no figure of a card is behind it.
struct BoardState {
    double temperature_c, power_w;
};
BoardState modelled_state(const Board& board);

std::uint64_t huge_pages(double gigabytes);  // of 2 MB

}  // namespace piper
