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
    double clock_ghz;
    double dram_gbs;
    double watts;
    unsigned psu_watts;
    Range stateless, stateful;
};
std::span<const Board> boards();
const Board& find_board(std::string_view name);  // throws Error

inline constexpr double kHostLinkGbs = 32;  // PCIe 4.0 x16
inline constexpr double kMiB = 1048576;

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
    double percent;  // of its SRAM
};
struct Budget {
    double bytes;
    std::uint64_t cores;  // of 1 MiB each
    std::vector<Fit> boards;
    std::uint64_t shards;  // parts of the table so that each fits one core
    bool fits_any() const;
};
Budget embedding_budget(double vocab, double dim);
// Ids and seen bits of VocabGen.
Budget vocabulary_budget(double columns, double entries);

std::uint64_t huge_pages(double gigabytes);  // of 2 MB

}  // namespace piper
