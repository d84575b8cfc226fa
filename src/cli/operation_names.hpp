// Which names TT-NN has already, as its public headers say.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ironbird::cli {

// FILE:LINE of what ttnn::NAME is in the headers of a source tree; nothing when the name is free.
std::optional<std::string> where_declared(const std::filesystem::path& tree,
                                          const std::string& name);

}  // namespace ironbird::cli
