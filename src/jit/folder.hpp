// The cache folder: made and owned, and what dead processes left in it.
#pragma once

#include <string>

namespace ironbird::jit {

// Creates it, for its owner alone. Returns why it cannot be used, or nothing.
std::string open_folder(const std::string& folder);

// A new folder that only this process knows.
std::string temporary_folder();

// Where this process keeps unfinished files; the name carries the process's id and start time.
std::string scratch_of_this_process(const std::string& folder);

// Removes the unfinished files of processes that are gone.
void sweep_scratch(const std::string& folder);

}  // namespace ironbird::jit
