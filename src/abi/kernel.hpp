// A kernel that is loaded into this process: what the JIT hands to the device.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ib_chip.h"
#include "ib_compute.h"

namespace ironbird::abi {

enum class Processor : std::uint8_t { brisc, ncrisc, unpack, math, pack };
inline constexpr std::uint32_t kProcessors = 5;

// "brisc", …: file names and the command line.
constexpr std::string_view name(Processor p) {
    constexpr std::string_view names[] = {"brisc", "ncrisc", "unpack", "math", "pack"};
    return names[static_cast<int>(p)];
}

// "BRISC", "TRISC0", …: messages.
constexpr std::string_view label(Processor p) {
    constexpr std::string_view labels[] = {"BRISC", "NCRISC", "TRISC0", "TRISC1", "TRISC2"};
    return labels[static_cast<int>(p)];
}

// The kernel's memory image: bytes plus the places in it that hold addresses.
struct Relocation {
    std::uint32_t offset;  // of a pointer-sized word in the image
    std::uint32_t width;   // 8 for a pointer, 4 for an address kept in a uint32_t
    enum class Base : std::uint32_t { globals, constants } base;
    std::int64_t addend;
};

struct Image {
    std::span<const std::uint8_t> bytes;
    std::uint32_t alignment = 1;
    std::span<const Relocation> relocations;
};

// A position in the user's own sources.
struct SourceLine {
    std::string file;
    std::uint32_t line = 0;
    std::string function;
};

// Which circular buffers the code of a kernel names in its calls, bit by index. Calls whose index
// is found only at run time are in none of them; `others` says that there are some.
struct CbUse {
    std::uint64_t reserves = 0, pushes = 0, waits = 0, pops = 0;
    bool others = true;
    bool writes_views = true;  // it may write the interface itself, of any
};

// A loaded kernel; unloads when the last owner goes.
class Kernel {
 public:
    virtual ~Kernel() = default;
    using Entry = void (*)();

    // Source position of code addresses, innermost frame first: the first that is not in our own
    // headers, seen through inlining. Slow (spawns the symboliser); for reports only.
    virtual SourceLine locate(std::span<const std::uintptr_t> addresses) const = 0;

    // All of them that are not in our own headers: a backtrace.
    virtual std::vector<SourceLine> frames(std::span<const std::uintptr_t> addresses) const {
        return {locate(addresses)};
    }

    Entry entry = nullptr;
    Image globals;    // copied and relocated for each instance at each launch
    Image constants;  // source of the shared copy below
    std::uint8_t* constants_base = nullptr;  // inside the window, relocated, read-only
    ib_compute_tables tables{};              // what the loader put into it, of a compute kernel
    ib_chip_tables chip{};                   // and of every kernel

    CbUse cb_use;

    std::string name;  // source file name or "<string>"
    std::string source_path;
    std::string object_path;  // the shared object, for symbolising addresses
    std::uint64_t hash = 0;
    Processor processor = Processor::brisc;
    bool from_cache = false;
    double compile_seconds = 0;
};

}  // namespace ironbird::abi
