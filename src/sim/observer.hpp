// What the model tells to whoever watches: checkers and recorders. The model never asks who.
#pragma once

#include <cstdint>

#include "sim/wait.hpp"

namespace ironbird::sim {

// Who did it and when.
struct Actor {
    std::uint32_t chip;
    std::uint32_t tile;
    std::uint32_t processor;
    std::uint64_t cycle;
};

enum class CbAction : std::uint8_t { reserve, push, wait, pop };

struct NocAction {
    enum class Kind : std::uint8_t { read, write, inline_write, atomic } kind;
    std::uint8_t noc, vc, trid, flags;
    std::uint32_t local;   // L1 address on the initiator
    std::uint64_t target;  // NoC address as the kernel gave it
    std::uint32_t size;
};

// Called on a fiber's stack, from any worker thread, but from one at a time for each tile.
class Observer {
 public:
    virtual ~Observer() = default;
    virtual void on_cb(const Actor&, CbAction, std::uint32_t cb, std::uint32_t pages) = 0;
    virtual void on_noc(const Actor&, const NocAction&) = 0;
    virtual void on_wait(const Actor&, const Wait&) = 0;
};

}  // namespace ironbird::sim
