// What the checker lets travel with a transaction.
#pragma once

#include <vector>

#include "check/hazard/knowledge.hpp"
#include "check/hazard/shadow.hpp"

namespace ironbird::check {

class ChipChecker;

// Lives as long as the transaction's own memory.
struct Tag {
    ChipChecker* chip = nullptr;
    Knowledge knowledge;  // of the issuer, at the issue
    Stamp stamp;
    Cycles cycle{};
    std::uint32_t unflushed = 0;           // of a flag: the oldest data that may leave after it
    bool claimed = true;                   // by the issuer's own locks, as far as it has any
    std::vector<std::uint16_t> unwritten;  // by line of the payload; empty: all was written
};

}  // namespace ironbird::check
