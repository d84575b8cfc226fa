// Calls of CreateCircularBuffer that the compiler could not make sense of.
#pragma once

#include "analysis/code/facts.hpp"
#include "analysis/code/report.hpp"

namespace ironbird::analysis::code {

struct UnparsedCall {
    CircularBuffer cb;            // with the arguments as they are written
    unsigned begin = 0, end = 0;  // offsets in the source
};

// Each call that is in the tokens of the source, outside of comments and of text that the
// preprocessor skips, but not among `parsed`.
std::vector<UnparsedCall> unparsed_calls(const Unit& unit, const std::vector<Site>& parsed);

}  // namespace ironbird::analysis::code
