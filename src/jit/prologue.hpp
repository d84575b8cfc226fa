// The macros of a prologue, and which of them a compilation depended on.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ironbird::jit {

using Macros = std::vector<std::pair<std::string, std::string>>;  // name and value, in order
using Names = std::vector<std::string>;

// The text in front of a kernel's own, split into macros and the rest.
struct Prologue {
    Macros macros;
    std::string frame;  // the text without the values of its macros

    static Prologue parse(const std::string& text);
};

// The macros on whose values the code depends, by the compiler's -Wunused-macros warnings. The
// same names with the same values for these give the same code: whatever else a condition would
// test was tested here too.
Names used_macros(const Macros& macros, const std::string& compiler_output);

// Adds the values of the named macros to a key.
std::string key_of(const std::string& family, const Names& used, const Macros& macros);

}  // namespace ironbird::jit
