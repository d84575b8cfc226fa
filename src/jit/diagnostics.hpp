// The compiler's text, with our own scaffolding taken out.
#pragma once

#include <string>

namespace ironbird::jit {

struct Diagnosis {
    std::string first;  // the first error: file, line and message
    std::string text;   // all of it
};

Diagnosis diagnose(const std::string& output);

}  // namespace ironbird::jit
