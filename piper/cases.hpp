// What throughput is measured with, on this machine and on boards: an operator and its input.
#pragma once

#include <string>
#include <vector>

#include "backend.hpp"
#include "measure.hpp"
#include "operator.hpp"

namespace piper {

struct Case {
    std::string name;
    Operator op;
    Column input;
};

// `elements` for row-local operators, `ids` for tables. Neg2Zero is the first, EmbeddingLookup the
// last.
std::vector<Case> cases_of(std::size_t elements, std::size_t ids);

// In calls of one operator.
Measured measure_case(Backend& backend, const Case& c, const Protocol& protocol);

}  // namespace piper
