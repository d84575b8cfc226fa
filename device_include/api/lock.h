// A guard that runs a function at the end of its scope.
#pragma once

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

// Upstream's scoped locks only tell its debugger which region is in use; they guard nothing.
struct ReleaseNothing {
    void operator()() const {}
};

}  // namespace ironbird
