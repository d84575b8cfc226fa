// Sizes the controllers from the product's table of banks.
#include "mem/dram.hpp"

#include <algorithm>

#include "base/fault.hpp"

namespace ironbird::mem {

Dram::Dram(const arch::Product& product)
    : banks_(product.dram), bank_bytes_(product.memory.dram_bank_bytes) {
    std::vector<std::uint64_t> bytes(product.dram_controllers, 0);
    for (const arch::DramBank& bank : banks_)
        bytes[bank.controller] = std::max(bytes[bank.controller], bank.offset + bank_bytes_);
    for (const std::uint64_t b : bytes) controllers_.emplace_back(b);
}

std::uint8_t* Dram::at(std::uint32_t bank, std::uint64_t address) const {
    invariant(bank < banks_.size() && address < bank_bytes_, "an address inside a DRAM bank");
    return controllers_[banks_[bank].controller].data() + banks_[bank].offset + address;
}

}  // namespace ironbird::mem
