// Compiler, linker, dependency list, commit.
#include "jit/build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "abi/ib_abi.h"
#include "base/fault.hpp"
#include "jit/diagnostics.hpp"
#include "jit/manifest.hpp"
#include "jit/paths.hpp"
#include "jit/process.hpp"
#include "jit/prologue.hpp"
#include "jit/turn.hpp"
#include "jit/unit.hpp"
#include "jit/variant.hpp"

namespace ironbird::jit {
namespace {

// A compiler is recognised by its file: asking for its version would cost a process at each start.
void add_tool(Hash& hash, const std::string& path) {
    struct stat s{};
    stat(path.c_str(), &s);
    hash.add(path)
        .add(static_cast<std::uint64_t>(s.st_size))
        .add(static_cast<std::uint64_t>(s.st_mtim.tv_sec));
}

void add_all(Hash& hash, const std::vector<std::string>& words) {
    hash.add(words.size());
    for (const auto& w : words) hash.add(w);
}

std::int64_t wall_clock_ns() {
    struct timespec now{};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

// Folders in order of search, from the arguments.
std::vector<std::string> search_order(const std::vector<std::string>& argv) {
    std::vector<std::string> dirs;
    for (const auto& a : argv)
        if (a.starts_with("-I")) dirs.push_back(a.substr(2));
    return dirs;
}

// A file that is needed for one compilation only.
class Scratch {
 public:
    Scratch(const Workplace& at, const std::string& suffix)
        : path_(at.store.scratch(suffix)), kept_(at.options.log_commands) {}
    ~Scratch() {
        if (!kept_) unlink(path_.c_str());
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    const std::string& path() const { return path_; }

 private:
    std::string path_;
    bool kept_;
};

Outcome compile(std::vector<std::string> argv, const std::string& text, const std::string& output,
                const std::string& depfile, const Workplace& at) {
    const Scratch input(at, ".cpp");
    std::ofstream file(input.path());
    file << text;
    if (!file.flush()) throw unwritable(input.path(), errno, Fault::cache_folder);
    for (const auto& a : {std::string("-MD"), std::string("-MF"), depfile, std::string("-o"),
                          output, std::string("-")})
        argv.push_back(a);
    if (at.options.log_commands)
        fmt::print(stderr, "ironbird: {} < {}\n", shown(argv), input.path());
    return run({argv, input.path(), at.store.scratch_folder()});
}

// What keys have in common whatever the text around the kernel is.
void add_request(Hash& hash, const Request& r, const JitOptions& options, FileHashes& hashes) {
    const Paths& paths = options.paths;
    hash.add(IB_ABI_VERSION).add(r.chip).add(static_cast<std::uint64_t>(r.processor));
    hash.add(static_cast<std::uint64_t>(r.flavour));
    add_all(hash, kernel_arguments(options, r));
    add_tool(hash, paths.clang);
    add_tool(hash, paths.linker);
    const auto plugin = hashes.of(paths.plugin);
    if (!plugin)
        throw Error(Fault::internal, "the compiler plugin " + paths.plugin + " is missing");
    hash.add(*plugin);
    if (r.source_path.empty()) return;
    const auto source = hashes.of(r.source_path);
    if (!source) throw Error(Fault::kernel_file, "the kernel " + r.source_path + " cannot be read");
    hash.add(*source);
}

// Kernels that differ in the values of macros alone. Which of those they used is written under this
// key: a line for each set of names.
std::string family_key(const Request& r, const Prologue& prologue, const Workplace& at) {
    Request without = r;
    without.prologue = prologue.frame;
    Hash hash;
    add_request(hash, r, at.options, at.hashes);
    hash.add(unit_text(at.options.paths, without));
    return hash.hex();
}

// What the kernel may be compiled with or without: under the key of all of them without.
std::string root_key(const Request& r, const Workplace& at) {
    const Request least = with_parts(r, 0);
    return family_key(least, Prologue::parse(least.prologue), at);
}

std::vector<Parts> known_parts(const std::string& root, Store& store) {
    std::istringstream numbers(store.read(root + ".parts").value_or(""));
    return {std::istream_iterator<Parts>(numbers), std::istream_iterator<Parts>()};
}

void note_parts(const std::string& root, Parts parts, Store& store) {
    auto known = known_parts(root, store);
    if (std::ranges::find(known, parts) != known.end()) return;
    known.push_back(parts);
    store.write(root + ".parts", fmt::format("{}\n", fmt::join(known, " ")));
}

std::vector<Names> known_uses(const std::string& family, Store& store) {
    std::vector<Names> sets;
    std::istringstream lines(store.read(family + ".uses").value_or(""));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        sets.emplace_back(std::istream_iterator<std::string>(words),
                          std::istream_iterator<std::string>());
    }
    return sets;
}

// Two processes that add a line at a time lose one: its kernel is compiled once more then.
void note_use(const std::string& family, const Names& used, Store& store) {
    auto sets = known_uses(family, store);
    if (std::ranges::find(sets, used) != sets.end()) return;
    sets.push_back(used);
    std::string text;
    for (const Names& names : sets) text += fmt::format("{}\n", fmt::join(names, " "));
    store.write(family + ".uses", text);
}

std::string source_name(const Request& r) {
    return r.source_path.empty() ? "<string>" : r.source_path;
}

// A compiler that cannot write its output blames itself or the source, in many words, and removes
// what it has written: afterwards there may be room again. The linker, which writes into mapped
// memory, is ended by SIGBUS.
void refuse_full_disk(const std::string& folder, const Outcome& outcome) {
    constexpr std::uintmax_t kLeast = 1 << 20;  // a precompiled header is larger
    std::error_code trouble;
    const auto space = std::filesystem::space(folder, trouble);
    const bool no_room = !trouble && space.available < kLeast;
    if (no_room || outcome.signal == SIGBUS || says_disk_is_full(outcome.output))
        throw Error(Fault::disk_full, "the disk of " + folder + " is full", {},
                    "compiled kernels do not fit; TT_METAL_CACHE names another folder");
}

// ^C and the like reach compilers, too; and the system ends whoever takes all its memory.
void refuse_interruption(const Request& r, const Outcome& outcome) {
    constexpr std::array ends = {SIGHUP, SIGINT, SIGTERM, SIGKILL};
    if (std::ranges::find(ends, outcome.signal) == ends.end()) return;
    throw Error(Fault::interrupted,
                fmt::format("the compiler was ended by signal {} ({}) while it compiled {} for {}",
                            outcome.signal, strsignal(outcome.signal), source_name(r),
                            abi::label(r.processor)),
                {}, outcome.signal == SIGKILL ? "the machine may have run out of memory" : "");
}

[[noreturn]] void throw_failure(const Request& r, const Outcome& outcome, Store& store) {
    refuse_interruption(r, outcome);
    refuse_full_disk(store.scratch_folder(), outcome);
    const Diagnosis d = diagnose(outcome.output, source_name(r));
    const std::string first =
        d.first.empty() ? fmt::format("the compiler ended with {}", outcome.exit_code) : d.first;
    throw Error(Fault::kernel_compile,
                fmt::format("{} does not compile for {}: {}", source_name(r),
                            abi::label(r.processor), first),
                {}, d.text);
}

void link(const Request& r, const std::string& object, const std::string& output,
          const Workplace& at) {
    const Outcome outcome =
        run({{at.options.paths.linker, "-shared", "--eh-frame-hdr", "--hash-style=gnu",
              "-Bsymbolic", "-z", "now", "-o", output, object},
             {},
             at.store.scratch_folder()});
    if (outcome.exit_code != 0) throw_failure(r, outcome, at.store);
}

std::optional<Built> find_variant(const Request& r, const Workplace& at) {
    const Prologue prologue = Prologue::parse(r.prologue);
    const std::string family = family_key(r, prologue, at);
    for (const Names& used : known_uses(family, at.store)) {
        const std::string cheap = key_of(family, used, prologue.macros);
        const auto list = at.store.read(cheap + ".deps");
        if (!list) continue;
        const auto key = Manifest::parse(*list).key(cheap, at.hashes);
        if (!key) continue;
        if (const auto object = at.store.find(*key + ".so")) return Built{*object, *key, true};
    }
    return std::nullopt;
}

// One request through the compiler, as often as it takes to know what it has to be told.
class Attempts {
 public:
    Attempts(const Workplace& at, const HeaderOf& header)
        : at_(at), header_(header), object_(at, ".o"), depfile_(at, ".d") {}

    // Compiled with these parts, or with more of them.
    Built make(const Request& r, Parts parts, Parts& made_with) {
        for (;; count_++) {
            const Request variant = with_parts(r, parts);
            with_ = header_(variant);
            const std::int64_t begin = wall_clock_ns();
            const Outcome outcome = compile_variant(variant);
            if (outcome.exit_code == 0) {
                made_with = parts;
                return commit(variant, outcome, begin);
            }
            const Parts wider = outcome.signal == 0 ? widened(parts, outcome.output) : parts;
            if (wider == parts) fail(variant, outcome);
            parts = wider;
        }
    }

 private:
    Outcome attempt(const Request& r, const std::string& warnings) {
        auto words = kernel_arguments(at_.options, r);
        for (const auto& a : {warnings, std::string("-include-pch"), with_, std::string("-c"),
                              std::string("-x"), std::string("c++")})
            words.push_back(a);
        return compile(words, unit_text(at_.options.paths, r), object_.path(), depfile_.path(),
                       at_);
    }

    Outcome compile_variant(const Request& r) {
        Outcome outcome = attempt(r, "-Wunused-macros");  // see prologue.hpp
        if (outcome.output.find("since the precompiled header") == std::string::npos)
            return outcome;
        // One of our own headers was edited since the precompiled one was chosen.
        with_ = precompiled_header(r, at_);
        return attempt(r, "-Wunused-macros");
    }

    // Warnings are for us: the user sees the errors alone.
    [[noreturn]] void fail(const Request& r, const Outcome& outcome) {
        throw_failure(r, outcome.signal == 0 ? attempt(r, "-w") : outcome, at_.store);
    }

    Built commit(const Request& r, const Outcome& outcome, std::int64_t begin) {
        const std::string shared = at_.store.scratch(".so");
        link(r, object_.path(), shared, at_);
        const Manifest manifest =
            read_dependencies(depfile_.path(), search_order(kernel_arguments(at_.options, r)),
                              at_.store.scratch_folder());
        const Prologue prologue = Prologue::parse(r.prologue);
        const Names used = used_macros(prologue.macros, outcome.output);
        const std::string family = family_key(r, prologue, at_);
        const std::string cheap = key_of(family, used, prologue.macros);
        const auto key = manifest.key(cheap, at_.hashes);
        Built built{{}, key.value_or(cheap), false, outcome.seconds, count_};
        // Edited while it was compiled: good for this process, but no one could say for which text.
        if (!key || manifest.changed_since(begin)) {
            built.object_path = shared;
            return built;
        }
        built.object_path = at_.store.commit(shared, *key + ".so");
        at_.store.write(cheap + ".deps", manifest.text());
        note_use(family, used, at_.store);
        return built;
    }

    const Workplace& at_;
    const HeaderOf& header_;
    const Scratch object_, depfile_;
    std::string with_;
    std::uint32_t count_ = 1;
};

}  // namespace

std::string cheap_key(const Request& r, const JitOptions& options, FileHashes& hashes) {
    Hash hash;
    add_request(hash, r, options, hashes);
    hash.add(unit_text(options.paths, r));
    return hash.hex();
}

std::optional<Built> find_built(const Request& r, const Workplace& at) {
    for (const Parts parts : known_parts(root_key(r, at), at.store))
        if (const auto built = find_variant(with_parts(r, parts), at)) return built;
    return std::nullopt;
}

std::string header_key(const Request& r, const JitOptions& options) {
    Hash hash;
    add_all(hash, common_arguments(options, r));
    add_tool(hash, options.paths.clang);
    hash.add(header_text());
    return hash.hex();
}

std::string precompiled_header(const Request& r, const Workplace& at) {
    const std::string cheap = header_key(r, at.options);
    const Turn turn(at.store.folder(), cheap);
    if (const auto list = at.store.read(cheap + ".deps"))
        if (const auto key = Manifest::parse(*list).key(cheap, at.hashes))
            if (const auto found = at.store.find(*key + ".pch")) return *found;
    auto argv = common_arguments(at.options, r);
    for (const char* a :
         {"-w", "-fno-color-diagnostics", "-Xclang", "-fno-pch-timestamp", "-x", "c++-header"})
        argv.push_back(a);
    const std::string output = at.store.scratch(".pch");
    const Scratch depfile(at, ".d");
    const Outcome outcome = compile(argv, header_text(), output, depfile.path(), at);
    if (outcome.exit_code != 0) throw_failure(r, outcome, at.store);
    const Manifest manifest =
        read_dependencies(depfile.path(), search_order(argv), at.store.scratch_folder());
    const std::string key = manifest.key(cheap, at.hashes).value_or(cheap);
    const std::string path = at.store.commit(output, key + ".pch");
    at.store.write(cheap + ".deps", manifest.text());
    return path;
}

Built build(const Request& r, const HeaderOf& header, const Workplace& at) {
    const std::string root = root_key(r, at);
    const auto known = known_parts(root, at.store);
    const Parts first = known.empty() ? guessed_parts(r) : known.front();
    const Turn turn(at.store.folder(), cheap_key(with_parts(r, first), at.options, at.hashes));
    if (!at.options.force_compile)
        if (const auto found = find_built(r, at)) return *found;
    Parts made_with = first;
    const Built built = Attempts(at, header).make(r, first, made_with);
    note_parts(root, made_with, at.store);
    return built;
}

}  // namespace ironbird::jit
