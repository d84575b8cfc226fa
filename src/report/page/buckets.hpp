// The histories of all links and banks of a chip, brought to the same times.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "noc/usage.hpp"

namespace ironbird::report {

struct Buckets {
    static constexpr std::size_t kMost = 256;

    std::uint64_t width = 0;             // cycles of each
    std::vector<std::uint64_t> indices;  // of those in which anything moved, in widths

    // Place in `indices`, bytes.
    using Row = std::vector<std::pair<std::uint32_t, std::uint64_t>>;
    std::vector<Row> links, banks;  // as in the usage
};

// At most so many, on the coarsest width that any of them has or a coarser one.
Buckets buckets_of(noc::Usage usage, std::size_t most = Buckets::kMost);

}  // namespace ironbird::report
