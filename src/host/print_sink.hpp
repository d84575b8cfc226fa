// Device prints: which of them are shown, how, and where they go.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "device/engine.hpp"
#include "host/options/options.hpp"

namespace ironbird::host {

class Machine;

// The selection of TT_METAL_DPRINT_CORES, _CHIPS and _RISCVS.
class PrintFilter {
 public:
    // Cores outside the compute grid are dispatch cores.
    PrintFilter(const Options& options, arch::Grid compute_grid);

    bool any() const { return any_; }
    bool wanted(std::uint32_t device, Logical core, abi::Processor processor) const;

 private:
    struct Rectangle {
        Logical from, to;
    };

    void parse_cores(std::string_view text, arch::Grid grid);

    bool any_ = false;
    std::vector<Rectangle> cores_;
    std::vector<std::uint32_t> chips_;  // empty: all
    std::uint32_t processors_ = ~0u;    // one bit each
};

// "BR", "NC", "TR0", …
std::string_view short_name(abi::Processor processor);
std::string print_prefix(std::uint32_t device, Logical core, abi::Processor processor);

std::function<void(const device::PrintLine&)> make_print_sink(Machine& machine);

}  // namespace ironbird::host
