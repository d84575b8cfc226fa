// From many waits to the one that the others wait for.
#pragma once

#include "check/hang/world.hpp"

namespace ironbird::check {

// The cause of a hang, by index into World::waiters.
struct Root {
    std::size_t waiter = 0;         // the one that is shown
    std::vector<std::size_t> like;  // others that are the same on other cores
    std::vector<std::size_t> ring;  // waiters that wait for each other, if that is the cause
    std::vector<bool> behind;       // by waiter: waits for the cause, directly or not
    Verdict verdict;                // of the shown one, as part of the whole
};

// Explains every wait and picks the cause; there is at least one waiter.
Root find_root(World& world);

// Two waiters differ in their core only.
bool alike(const Waiter& a, const Waiter& b);

}  // namespace ironbird::check
