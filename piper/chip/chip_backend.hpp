// The back end of virtual boards.
#pragma once

#include <memory>
#include <string>

#include "backend.hpp"
#include "chip/chip.hpp"

namespace piper {

// By the product's name. Throws Error. With `cpu_fallback` vocabularies that no kernel can make run
// on the host; without, they are refused.
std::unique_ptr<Backend> chip_backend(const std::string& product, bool cpu_fallback = false);
// On a board that is open already, and stays so.
std::unique_ptr<Backend> chip_backend(chip::Chip& chip, bool cpu_fallback = false);

}  // namespace piper
