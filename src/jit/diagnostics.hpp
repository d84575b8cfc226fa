// The compiler's text, with our own scaffolding taken out.
#pragma once

#include <string>

namespace ironbird::jit {

// What users see of a compilation that failed.
struct Diagnosis {
    std::string first;  // the first error: file, line and message
    std::string text;   // all of it
};

// `source` is the kernel's file: an error in a header also says where in the kernel it came from.
Diagnosis diagnose(const std::string& output, const std::string& source);

// Whether a tool failed because it could not write.
bool says_disk_is_full(const std::string& output);

}  // namespace ironbird::jit
