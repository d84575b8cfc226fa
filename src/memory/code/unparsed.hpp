// Calls of CreateCircularBuffer that the compiler could not make sense of.
#pragma once

#include "memory/code/facts.hpp"
#include "memory/code/report.hpp"

namespace ironbird::memory::code {

// Adds each call that is in the tokens of the source, outside of comments and of text that the
// preprocessor skips, but not among `parsed`; its arguments are given as they are written.
void add_unparsed_calls(const Unit& unit, const std::vector<Site>& parsed,
                        std::vector<CircularBuffer>& into);

}  // namespace ironbird::memory::code
