// Synthetic Criteo records: empties, negatives and skewed categories as real logs have them.
#pragma once

#include <cstdint>
#include <string>

namespace piper {

struct GenerateOptions {
    std::uint64_t seed = 1;
    bool binary = false;  // 48-word rows
};

// Row `row` of the data set of this seed, appended: rows do not depend on each other.
void append_row(const GenerateOptions& options, std::uint64_t row, std::string& to);

}  // namespace piper
