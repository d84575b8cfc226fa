// The files that decide what a compilation yields, and the key made of their contents.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jit/hash.hpp"

namespace ironbird::jit {

// An entry's key is a hash over the cheap key (arguments, source, tools) and the content of every
// file on this list; the list itself is stored under the cheap key. So a stale entry cannot be
// found: any change of a file leads to another key.
struct Manifest {
    std::vector<std::string> files;   // read by the compiler
    std::vector<std::string> absent;  // places that it looked at first and found empty

    // Both lists of another one, each name once.
    void add(const Manifest& other);

    std::string text() const;
    static Manifest parse(const std::string& text);

    // Nothing when a file is gone or an absent one has appeared.
    std::optional<std::string> key(const std::string& cheap_key, FileHashes& hashes) const;

    // Whether a file was changed after this time: what was compiled is then unknown.
    bool changed_since(std::int64_t time_ns) const;
};

// From the compiler's dependency file. `include_dirs` in order of search; files below `scratch`
// are of our own making and left out.
Manifest read_dependencies(const std::string& depfile, const std::vector<std::string>& include_dirs,
                           const std::string& scratch);

Manifest parse_dependencies(const std::string& text, const std::vector<std::string>& include_dirs,
                            const std::string& scratch);

}  // namespace ironbird::jit
