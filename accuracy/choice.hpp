// Which rows are replayed, and how.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "row.hpp"

namespace ironbird::accuracy {

struct Choice {
    std::vector<std::string> sets;  // empty: all
    std::vector<std::string> only;  // parts of row names, one of which must occur; empty: all
    std::size_t sample = 0;         // rows of each set, drawn with `seed`; 0: all
    std::uint64_t seed = 1;
    bool data = true;  // payloads move and tiles are computed
    bool json = false, markdown = false, sweeps = false;
    std::string rows_file;  // every row, as CSV
    std::string table;      // measurements in place of a set's own
    // Inside a process that replays one chip:
    std::string chip, results_file;

    bool wants(std::string_view set) const;
};

// Throws std::invalid_argument naming what is wrong.
Choice parse(int argc, char** argv);

// The rows of a set that are chosen, in the order of the data. The same in every process.
std::vector<Row> chosen_rows(const Set& set, const Choice& choice);
// Of those that --only names: how many are not replayed, by the reason that the data gives.
std::map<std::string, std::size_t> left_out_rows(const Set& set, const Choice& choice);

}  // namespace ironbird::accuracy
