// Depths of circular buffers that a run asks for instead of the program's own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/program/program_state.hpp"

namespace ironbird::host {

// The entries of IRONBIRD_CB_DEPTH, parsed when the first circular buffer asks.
class CbDepths {
 public:
    explicit CbDepths(std::string text);
    ~CbDepths();

    // Bytes of a circular buffer: as configured, or as an entry asks. Throws cb-config for a depth
    // that this buffer cannot have.
    std::uint32_t bytes_of(const CbRecord& cb, std::uint64_t program);

    // Entries that no circular buffer was for.
    std::vector<std::string> unused();

 private:
    struct Depth;
    std::vector<Depth>& parsed();

    std::string text_;
    bool known_ = false;
    std::vector<Depth> depths_;
};

}  // namespace ironbird::host
