// One request through the compiler, or out of the cache.
#pragma once

#include <optional>
#include <string>

#include "jit/hash.hpp"
#include "jit/jit.hpp"
#include "jit/store.hpp"

namespace ironbird::jit {

struct Built {
    std::string object_path;
    std::string key;  // of a loaded kernel: of what it was loaded with, too
    bool from_cache = false;
    double seconds = 0;  // of the compiler
};

// What a build works with; all of it belongs to the Jit.
struct Workplace {
    const JitOptions& options;
    Store& store;
    FileHashes& hashes;
};

// Everything but the contents of headers: arguments, source, tools. Throws kernel-file when the
// source cannot be read. Two requests with one key are one kernel.
std::string cheap_key(const Request& request, const JitOptions& options, FileHashes& hashes);

// A sound entry for it, if there is one; also one that was compiled with other values of macros
// that it does not use.
std::optional<Built> find_built(const Request& request, const Workplace& at);

// The path of the precompiled header for requests like this one, made when needed. Two threads
// that ask for the same one build it twice; callers see to it that they do not.
std::string precompiled_header(const Request& request, const Workplace& at);
std::string header_key(const Request& request, const JitOptions& options);

// Compiles and links it into the cache. Throws kernel-compile with the compiler's text.
Built build(const Request& request, const std::string& header, const Workplace& at);

}  // namespace ironbird::jit
