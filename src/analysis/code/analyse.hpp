// The analysis itself: lives in a library of its own, because it brings libclang with it.
#pragma once

#include "analysis/code/report.hpp"

namespace ironbird::analysis::code {

// One source, parsed and analysed; a source that does not parse is analysed as far as it does.
// Throws usage when the file cannot be read.
Source analyse(const std::filesystem::path& source, const Settings& settings);

// The library's entry, looked up by name: the same for several sources, on two threads.
inline constexpr const char* kAnalyseEntry = "ironbird_memory_code";
using AnalyseEntry = void(const std::vector<std::filesystem::path>& sources,
                          const Settings& settings, std::vector<Source>& found);

}  // namespace ironbird::analysis::code
