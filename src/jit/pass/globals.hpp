// Moves every variable of the module out of it: into the instance's or the kernel's image.
#pragma once

#include "jit/pass/cb_use.hpp"
#include "jit/pass/frame.hpp"
#include "jit/pass/image.hpp"
#include "jit/pass/report.hpp"

namespace ironbird::pass {

// Nobody defines the tables that the loader fills in: the optimiser could not know their values.
// Those that are still used get a place among the constants.
void define_tables(llvm::Module& module);

// Of one module; the pass runs on one thread of the compiler that has loaded it.
class Globals {
 public:
    // Decides where each variable lies and writes the images.
    Globals(llvm::Module& module, Report& report);

    // Replaces the uses in one function by addresses computed from its frame.
    void rewrite_uses(Frame& frame);

    // Removes the variables and leaves the header for the loader, with these notes and the
    // masks of circular buffers in the header's order.
    void finish(const std::set<std::string>& notes, const CbMasks& cb_masks);

 private:
    void choose_images();
    void fill(Report& report);
    std::uint64_t offset_of(llvm::StringRef name) const;  // among the constants

    llvm::Module& module_;
    std::vector<llvm::GlobalVariable*> moved_;
    Slots slots_;
    Image globals_{abi::Relocation::Base::globals};
    Image constants_{abi::Relocation::Base::constants};
};

}  // namespace ironbird::pass
