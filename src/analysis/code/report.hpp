// What `ironbird memory code` found in host sources: plain data, without the parser.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ironbird::analysis::code {

// An expression as it is written, and what it comes to.
struct Expression {
    std::string text;
    std::optional<std::int64_t> value;  // where all of it is constant
    std::string name;                   // of the enumerator, where the value is one
    std::vector<std::string> depends;   // what is known at run time only, with its line
    bool branch = false;                // a condition known at run time only chooses the value
};

// One index of a circular buffer.
struct Slot {
    Expression index, format, page_size;
};

// One circular buffer: a call of CreateCircularBuffer on one path of calls that leads to it.
struct CircularBuffer {
    std::string how;    // CreateCircularBuffer, CBDescriptor, CircularBufferConfig, unparsed
    std::string file;   // where `line` is, if not the source itself
    unsigned line = 0;  // of that call or description
    // Lines of the calls that lead to it, outermost first; in a header with its name:
    // "parts.hpp:7".
    std::vector<std::string> via;
    Expression size;
    std::vector<Slot> slots;
    std::string cores, cores_from;  // as written at the call, and the declaration behind it
    std::string on_buffer;          // the L1 buffer that it lies on
    std::vector<std::string> when;  // conditions known at run time only
    bool repeated = false;          // in a loop whose length is known at run time only

    bool fixed() const { return size.value.has_value() && when.empty() && !repeated; }
};

// A kernel's source, counted by parsing it.
struct KernelSource {
    std::filesystem::path path;
    std::uint64_t bytes = 0;
    unsigned lines = 0, loops = 0, complexity = 1, errors = 0;
    std::map<std::string, unsigned> cb_calls;

    unsigned all_cb_calls() const;
};

struct Kernel {
    std::string name;       // the path that the source gives, or the expression for it
    std::string processor;  // RISCV_0, RISCV_1, compute, ethernet, or empty
    std::string file;       // as in CircularBuffer
    unsigned line = 0;
    std::vector<std::string> via;
    std::optional<KernelSource> source;  // none when no such file was found
};

struct Constant {
    std::string name;
    std::int64_t value = 0;
    unsigned line = 0;
};

struct Source {
    std::filesystem::path path;
    std::vector<CircularBuffer> cbs;
    std::vector<Kernel> kernels;
    std::vector<Constant> constants;
    unsigned errors = 0;  // while parsing
    std::string first_error;

    // "FIXED", "ADAPTIVE", or "NONE" without circular buffers.
    std::string strategy() const;
    // Bytes of all circular buffers that take L1 of their own; none when one is not constant.
    std::optional<std::int64_t> total_bytes() const;
    bool empty() const { return cbs.empty() && kernels.empty(); }
};

// How sources are parsed.
struct Settings {
    std::vector<std::filesystem::path> headers;  // ours: parsed, but not analysed
    std::vector<std::string> flags;              // what else the host's compiler gets
    std::vector<std::filesystem::path> roots;    // where kernels named by a relative path may lie
    // Arguments that parse a kernel for a processor; absent: kernels are looked up, not parsed.
    std::function<std::vector<std::string>(const std::filesystem::path&, const std::string&)>
        kernel_flags;
};

// Files of the analysed kind: a file itself, or the .cpp and .cc below a folder that mention
// circular buffers or kernels of a program, sorted. Throws usage when there is no such path.
std::vector<std::filesystem::path> sources_below(const std::filesystem::path& path);

nlohmann::ordered_json to_json(const Source& source);
std::string to_text(const Source& source, const std::filesystem::path& base);

// What differs between two versions of a program.
nlohmann::ordered_json compare(const Source& before, const Source& after);
std::string comparison_text(const nlohmann::ordered_json& comparison);

}  // namespace ironbird::analysis::code
