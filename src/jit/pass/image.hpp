// The initial bytes of the moved globals, with the addresses that they hold kept apart.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/kernel.hpp"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {

// An address as a constant expression spells it.
struct Address {
    llvm::GlobalObject* base = nullptr;
    std::int64_t addend = 0;
    std::uint32_t width = 8;
};

// The object that a constant is the address of, through casts, truncation and constant offsets.
// Without a base when it is no address; `ok` false when it is one that cannot be expressed.
Address address_of(const llvm::Constant& c, const llvm::DataLayout& layout, bool& ok);

// Where a global variable lies in its image.
struct Slot {
    abi::Relocation::Base image;
    std::uint64_t offset;
};
using Slots = llvm::DenseMap<const llvm::GlobalVariable*, Slot>;

// Of one module, filled by Globals.
class Image {
 public:
    explicit Image(abi::Relocation::Base which) : which_(which) {}

    // Makes room for a variable and returns its offset.
    std::uint64_t place(const llvm::GlobalVariable& variable);

    // Writes a constant at an offset; addresses become relocations, those of functions stay with
    // the dynamic linker. False when it holds an address that cannot be expressed.
    bool write(const llvm::Constant& value, std::uint64_t offset, const Slots& slots);

    // Emits bytes and relocations; the fields of pass::ImageHeader.
    std::vector<llvm::Constant*> emit(llvm::Module& module) const;

 private:
    bool write_address(const llvm::Constant& value, std::uint64_t offset, const Slots& slots);
    void write_bits(const llvm::APInt& bits, std::uint64_t offset);
    llvm::Constant* emit_bytes(llvm::Module& module) const;
    llvm::Constant* emit_relocations(llvm::Module& module) const;
    std::string prefix() const;

    abi::Relocation::Base which_;
    const llvm::DataLayout* layout_ = nullptr;
    std::vector<std::uint8_t> bytes_;
    std::uint64_t alignment_ = 1;
    std::vector<abi::Relocation> relocations_;
    std::vector<std::pair<std::uint64_t, llvm::Function*>> functions_;
};

}  // namespace ironbird::pass
