// The two halves of the fast decoder: decode_tsv.cpp cuts text into parts and runs of lines,
// decode_rows.cpp finds separators and takes runs, with the instructions that the machine has.
#pragma once

#include "decode.hpp"

namespace piper {

// A part stays in the first cache with its separators, which fit into 15 bits.
inline constexpr std::size_t kPartBytes = (std::size_t{1} << 14) - 64;

// What separates the fields of a part: TAB and LF.
class Separators {
 public:
    // Where fields begin: the first at 0, the others behind a separator; count + 1 of them.
    std::uint16_t* begins() { return memory_; }

    std::size_t count = 0, lines = 0;
    bool controls = false;  // characters below TAB are there, and may be among them

 private:
    std::uint16_t memory_[1 + kPartBytes + 64] = {};  // vectors are written as a whole
};

// Lines of forty fields, one behind the other.
struct Run {
    std::string_view text;
    const std::uint16_t* begins;
    std::size_t count = 0, row = 0, line = 0;

    std::string_view line_at(std::size_t i) const {
        const std::size_t begin = begins[i * kFields];
        return text.substr(begin, begins[(i + 1) * kFields] - 1u - begin);
    }
};

void find_separators(std::string_view part, Separators& found);
// Into the columns from `run.row` on. Lines that are not as most are go to decode_odd().
void decode_run(const Run& run, const DecodeOptions& options, Decoded& into);
// Some value into all columns of these rows, as many at a time as decode_run() takes: what storing
// costs alone.
void store_rows(std::size_t begin, std::size_t end, Chunk& chunk);
void decode_odd(std::string_view line, const DecodeOptions& options, std::size_t number,
                std::size_t row, Decoded& into);

}  // namespace piper
