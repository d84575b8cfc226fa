// The two halves of the fast decoder: decode_tsv.cpp cuts text into parts and runs of lines,
// decode_rows.cpp finds separators and takes runs, with the instructions that the machine has.
#pragma once

#include "decode.hpp"

namespace piper {

// A part stays in the first cache with its separators, which fit into 16 bits.
inline constexpr std::size_t kPartBytes = std::size_t{1} << 14;

// Where fields of a part end: TAB and LF.
class Separators {
 public:
    // The one before the first is -1: the first field begins at 0.
    Separators() { memory_[0] = 0xffff; }
    std::uint16_t* all() { return memory_ + 1; }

    std::size_t count = 0, lines = 0;

 private:
    std::uint16_t memory_[1 + kPartBytes + 64];  // vectors are written as a whole
};

// Lines of forty fields, one behind the other.
struct Run {
    std::string_view text;
    const std::uint16_t* ends;
    std::size_t count = 0, row = 0, line = 0;

    std::size_t begin(std::size_t i) const {
        return static_cast<std::uint16_t>(*(ends + i * kFields - 1) + 1);
    }
    std::size_t end(std::size_t i) const { return ends[i * kFields + kFields - 1]; }
};

void find_separators(std::string_view part, Separators& found);
// Into the columns from `run.row` on. Lines that are not as most are go to decode_odd().
void decode_run(const Run& run, const DecodeOptions& options, Decoded& into);
void decode_odd(std::string_view line, const DecodeOptions& options, std::size_t number,
                std::size_t row, Decoded& into);

}  // namespace piper
