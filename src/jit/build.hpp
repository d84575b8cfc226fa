// One request through the compiler, or out of the cache.
#pragma once

#include <optional>
#include <string>

#include "jit/jit.hpp"
#include "jit/store.hpp"

namespace ironbird::jit {

struct Built {
    std::string object_path;
    std::string key;
    bool from_cache = false;
    double seconds = 0;  // of the compiler
};

// Everything but the contents of headers: arguments, source, tools. Throws kernel-file when the
// source cannot be read.
std::string cheap_key(const Request& request);

// A sound entry for it, if there is one.
std::optional<Built> find_built(const Request& request, const std::string& cheap, Store& store);

// The path of the precompiled header for requests like this one, made when needed. Two threads
// that ask for the same one build it twice; callers see to it that they do not.
std::string precompiled_header(const Request& request, Store& store);
std::string header_key(const Request& request);

// Compiles and links it into the cache. Throws kernel-compile with the compiler's text.
Built build(const Request& request, const std::string& cheap, const std::string& header,
            Store& store);

}  // namespace ironbird::jit
