// The DRAM of a chip, one lazily backed mapping for each controller.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arch/product.hpp"
#include "mem/mapping.hpp"

namespace ironbird::mem {

class Dram {
 public:
    explicit Dram(const arch::Product& product);

    std::uint32_t controllers() const { return static_cast<std::uint32_t>(controllers_.size()); }
    std::uint8_t* controller(std::uint32_t index) const { return controllers_[index].data(); }
    std::uint64_t controller_bytes(std::uint32_t index) const { return controllers_[index].size(); }

    // Host address of a bank-relative address.
    std::uint8_t* at(std::uint32_t bank, std::uint64_t address) const;

 private:
    std::span<const arch::DramBank> banks_;
    std::uint64_t bank_bytes_;
    std::vector<Mapping> controllers_;
};

}  // namespace ironbird::mem
