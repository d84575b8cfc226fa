// The chip that a command line names.
#pragma once

#include <string>

#include "arch/product.hpp"

namespace ironbird::cli {

// The product of that name, or the environment's if there is none; throws chip_unknown.
const arch::Product& chip_named(const std::string& name);

}  // namespace ironbird::cli
