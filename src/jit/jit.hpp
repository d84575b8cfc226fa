// What the compiler is asked for, and who answers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abi/ib_chip.h"
#include "abi/ib_compute.h"
#include "abi/kernel.hpp"
#include "jit/cache.hpp"
#include "jit/paths.hpp"

namespace ironbird::jit {

enum class Flavour : std::uint8_t { plain, checked };

// Everything that decides the code of one kernel on one processor.
struct Request {
    std::string source_path;  // absolute; empty for a kernel from a string
    std::string source_text;  // used when source_path is empty
    abi::Processor processor = abi::Processor::brisc;
    Flavour flavour = Flavour::plain;
    std::string chip;  // product name: selects the precompiled header
    // -D NAME=VALUE pairs that are part of the precompiled header's identity (few and stable:
    // processor, NOC_INDEX).
    std::vector<std::string> stable_defines;
    // Defines that differ from chip to chip: architecture, banks. Left out for a kernel that does
    // not use them (variant.hpp).
    std::vector<std::string> chip_defines;
    // #define lines and tables that come before the kernel: arguments, host defines, CB formats.
    std::string prologue;
    std::vector<std::string> include_dirs;  // after ours: the kernel's folder, the user's tree
    std::string opt_level = "-O2";
    // Of a compute kernel; given to it when it is loaded, and no part of what is compiled.
    ib_compute_tables tables{};
    ib_chip_tables chip_tables{};  // of every kernel, likewise
};

// How many kernels were compiled, found on disk, or there already, since the Jit was made.
struct Totals {
    std::uint32_t compiled = 0, from_cache = 0, loaded_before = 0;
    double seconds = 0;
};

// The outcome of compiling one kernel without loading it.
struct CompileResult {
    bool ok = false;
    bool from_cache = false;
    std::string diagnostics;  // the compiler's own text when not ok
    double seconds = 0;       // of the compiler; 0 from the cache
    std::string object_path;
};

// How kernels are compiled and where they are kept: a plain value.
struct JitOptions {
    std::string cache_folder;  // a private one is used instead when it cannot be written
    std::uint64_t cache_limit_bytes = std::uint64_t{2} << 30;
    bool force_compile = false;  // even if the cache has it
    bool log_commands = false;   // on standard error; the compiler's input is kept
    bool debug_info = false;     // all of it, for a debugger
    std::string build_log;       // receives a line for each kernel that is compiled; empty: none
    Paths paths = find_paths();
};

// Compiles, keeps and loads kernels; the folder is opened when the first one is asked for.
// Thread-safe. Kernels may outlive it.
class Jit {
 public:
    explicit Jit(JitOptions options);
    ~Jit();
    Jit(const Jit&) = delete;
    Jit& operator=(const Jit&) = delete;

    // Compiles or finds the kernels, in parallel, and loads them; the result has the order of the
    // requests. Throws kernel-compile with the compiler's own text, or kernel-file.
    std::vector<std::shared_ptr<const abi::Kernel>> load(std::span<const Request> requests);

    // Compiles without loading. A kernel that does not compile is a result here, not an exception.
    std::vector<CompileResult> compile(std::span<const Request> requests);

    // What load() did so far.
    Totals totals() const;

    CacheInfo cache_info();
    CacheInfo cache_clear();  // returns what was there before

    // Removes what only this process needs on disk; for one that never destroys its Jit.
    void close();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

// The compiler's argument vector for an editor: the same language, defines and include roots as a
// kernel build, the prelude, the prologue and kernel_begin.h as -include files, no pass and no
// output. The prologue is written to `scratch_dir`. For compile_commands.json.
std::vector<std::string> editor_command(const JitOptions& options, const Request& request,
                                        const std::string& scratch_dir);

}  // namespace ironbird::jit
