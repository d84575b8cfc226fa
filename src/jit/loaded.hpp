// A kernel's shared object in this process.
#pragma once

#include <memory>

#include "abi/kernel.hpp"
#include "jit/build.hpp"

namespace ironbird::jit {

// Opens the object, copies its constants into the window and relocates them.
std::shared_ptr<const abi::Kernel> open_kernel(const Request& request, const Built& built,
                                               const Paths& paths);

}  // namespace ironbird::jit
