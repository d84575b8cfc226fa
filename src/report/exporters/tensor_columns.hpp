// The columns of an operation's tensors: seven for each input and output.
#pragma once

#include <string>

#include "profile/totals.hpp"

namespace ironbird::report {

// "INPUT_0_W_PAD[LOGICAL],…"; the number of tensors is fixed, since rows are written as they come.
std::string tensor_column_names();
// As many fields; empty for tensors that there are not, all of them for a bare program.
std::string tensor_column_values(const profile::LaunchRecord& launch);

}  // namespace ironbird::report
