// A host source in two parts: what it includes first, which rarely changes, and the rest.
#pragma once

#include <string>

namespace ironbird::cli {

struct HostSource {
    std::string preamble;  // its leading #include lines; may be empty
    std::string rest;      // everything else, each line still at its number
};

// Together the parts mean what the text means: the preamble ends at the first line that is neither
// an #include nor blank nor a comment, and headers are read in the order in which they are named.
HostSource split_source(const std::string& text);

}  // namespace ironbird::cli
