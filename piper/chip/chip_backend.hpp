// The back end of virtual boards.
#pragma once

#include <memory>
#include <string>

#include "backend.hpp"
#include "chip/chip.hpp"

namespace piper {

// By the product's name. Throws Error.
std::unique_ptr<Backend> chip_backend(const std::string& product);
// On a board that is open already, and stays so.
std::unique_ptr<Backend> chip_backend(chip::Chip& chip);

}  // namespace piper
