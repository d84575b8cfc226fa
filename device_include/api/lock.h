// A guard that runs a function at the end of its scope.
#pragma once

#include <cstdint>

#include "ib_abi.h"

template <typename ReleaseFunc>
class Lock {
 public:
    __attribute__((always_inline)) Lock(ReleaseFunc release) : release_(release) {}
    __attribute__((always_inline)) ~Lock() { release_(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

 private:
    ReleaseFunc release_;
};

namespace ironbird {

// A scoped lock guards nothing on the chip: it says which range of L1 is in use, and the checker
// reports whoever else writes there meanwhile.
template <uint32_t what>
[[nodiscard]] inline auto claim(uint32_t address, uint32_t size) {
    ib_claim(what, address, size);
    return Lock([address, size] { ib_release(what, address, size); });
}

}  // namespace ironbird
