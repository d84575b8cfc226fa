// One request through the compiler, or out of the cache.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "jit/hash.hpp"
#include "jit/jit.hpp"
#include "jit/store.hpp"

namespace ironbird::jit {

// A kernel that is compiled: its object in the cache, and how it came to be there.
struct Built {
    std::string object_path;
    std::string key;  // of a loaded kernel: of what it was loaded with, too
    bool from_cache = false;
    double seconds = 0;  // of the compiler
    std::uint32_t attempts = 0;
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

// Looks up a valid entry; one that was compiled for another chip, or with other values of macros
// that the kernel does not use, is valid as well.
std::optional<Built> find_built(const Request& request, const Workplace& at);

// The path of the precompiled header for requests like this one, made when needed.
std::string precompiled_header(const Request& request, const Workplace& at);
std::string header_key(const Request& request, const JitOptions& options);

// Compiles and links it into the cache, unless somebody else does so just now. Throws
// kernel-compile with the compiler's text.
using HeaderOf = std::function<std::string(const Request&)>;
Built build(const Request& request, const HeaderOf& header, const Workplace& at);

}  // namespace ironbird::jit
