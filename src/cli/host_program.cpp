// One compiler call with a precompiled header of what the source includes first.
#include "cli/host_program.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "base/fault.hpp"
#include "cli/host_source.hpp"
#include "cli/places.hpp"
#include "cli/process.hpp"
#include "host/configuration.hpp"
#include "jit/file.hpp"
#include "jit/manifest.hpp"
#include "jit/store.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

void append(Words& words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
}

// Folders that a header is looked for in, in order; "..." ones see the source's own first.
Words include_folders(const fs::path& source, const HostFlags& flags) {
    Words folders = {source.parent_path().string()};
    for (const fs::path& folder : places().headers) folders.push_back(folder.string());
    for (const std::string& folder : flags.includes)
        folders.push_back(fs::absolute(folder).lexically_normal().string());
    return folders;
}

Words language(const fs::path& source, const HostFlags& flags) {
    Words argv = {"-O2", flags.debugger ? "-g" : "-g1", "-pthread"};
    append(argv, host_language(flags.standard));
    const Words folders = include_folders(source, flags);
    append(argv, {"-iquote", folders.front()});
    for (std::size_t i = 1; i < folders.size(); i++) argv.push_back("-I" + folders[i]);
    argv.push_back("-I" + folders.front());
    for (const std::string& define : flags.defines) argv.push_back("-D" + define);
    return argv;
}

Words libraries(const HostFlags& flags) {
    const std::string ours = places().library.string();
    Words argv;
    for (const std::string& folder : flags.library_folders) {
        const std::string path = fs::absolute(folder).lexically_normal().string();
        append(argv, {"-L" + path, "-Wl,-rpath," + path});
    }
    for (const std::string& library : flags.libraries) argv.push_back("-l" + library);
    append(argv, {"-L" + ours, "-ltt_metal", "-lfmt", "-Wl,-rpath," + ours});
    return argv;
}

std::int64_t wall_clock_ns() {
    struct timespec now{};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

// Variables by which compilers find headers and libraries.
constexpr std::array kCompilerVariables = {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH",
                                           "CCC_OVERRIDE_OPTIONS"};

void add_file(jit::Hash& hash, const std::string& path) {
    struct stat s{};
    stat(path.c_str(), &s);
    hash.add(path)
        .add(static_cast<std::uint64_t>(s.st_size))
        .add(static_cast<std::uint64_t>(s.st_mtim.tv_sec));
}

// The list of an lld dependency file ends at an empty line: behind it each file is a target again.
std::string linked_files(const std::string& depfile) {
    const std::string text = jit::read_file(depfile).value_or("");
    return text.substr(0, text.find("\n\n"));
}

class HostCompiler {
 public:
    HostCompiler(const fs::path& source, const HostFlags& flags, const jit::JitOptions& options)
        : source_(source),
          options_(options),
          store_(options.cache_folder),
          language_(language(source, flags)),
          libraries_(libraries(flags)),
          folders_(include_folders(source, flags)) {}

    void make(const fs::path& program) {
        const auto text = jit::read_file(source_.string());
        if (!text) throw Error(Fault::usage, source_.string() + " cannot be read");
        const std::string cheap = key_of(source_.string(), *text, libraries_);
        const auto found = options_.force_compile ? std::nullopt : find(cheap, ".program");
        const std::string made = found ? *found : compile(*text, cheap);
        // A copy: a recorded run can be repeated when the cache has long forgotten it.
        fs::copy_file(made, program, fs::copy_options::overwrite_existing);
        store_.trim(options_.cache_limit_bytes);
    }

 private:
    std::string key_of(std::string_view what, const std::string& text, const Words& more) const {
        jit::Hash hash;
        hash.add(what).add(text);
        for (const Words* words : {&language_, &more}) {
            hash.add(words->size());
            for (const std::string& word : *words) hash.add(word);
        }
        for (const char* name : kCompilerVariables) {
            const char* value = std::getenv(name);
            hash.add(std::string_view(value == nullptr ? "" : value));
        }
        add_file(hash, options_.paths.clang);
        add_file(hash, options_.paths.linker);
        return hash.hex();
    }

    std::optional<std::string> find(const std::string& cheap, const std::string& kind,
                                    jit::Manifest* read = nullptr) {
        const auto list = store_.read(cheap + ".deps");
        if (!list) return std::nullopt;
        const jit::Manifest manifest = jit::Manifest::parse(*list);
        const auto key = manifest.key(cheap, hashes_);
        if (read != nullptr) *read = manifest;
        return key ? store_.find(*key + kind) : std::nullopt;
    }

    // What a compiler's or a linker's list names; files of the cache are of our own making.
    jit::Manifest files_in(const std::string& list) const {
        return jit::parse_dependencies(list, folders_, store_.folder());
    }

    // Under a key that covers what was read, unless some of that changed meanwhile.
    std::string commit(const std::string& file, const std::string& cheap, const std::string& kind,
                       const jit::Manifest& manifest, std::int64_t begin) {
        const auto key = manifest.key(cheap, hashes_);
        if (!key || manifest.changed_since(begin)) return file;
        const std::string path = store_.commit(file, *key + kind);
        store_.write(cheap + ".deps", manifest.text());
        return path;
    }

    std::string scratch_text(const std::string& text) {
        const std::string path = store_.scratch("-host.cpp");
        std::ofstream file(path, std::ios::binary);
        file << text;
        if (!file.flush()) throw unwritable(path, errno, Fault::cache_folder);
        return path;
    }

    // Text by standard input is of no file that a precompiled header would look for again.
    Ended run(Words argv, const std::string& input = {}, const std::string& errors = {}) {
        argv.insert(argv.begin(), options_.paths.clang);
        Ended ended = run_process({.argv = std::move(argv),
                                   .environment = {{"TMPDIR", store_.scratch_folder()}},
                                   .folder = input.empty() ? "" : store_.scratch_folder(),
                                   .stdin_file = input,
                                   .stderr_file = errors});
        leave_if_interrupted(ended);
        return ended;
    }

    // Nothing when it does not compile: the whole source says so better.
    std::optional<std::string> precompiled(const std::string& preamble) {
        if (preamble.empty()) return std::nullopt;
        const std::string cheap = key_of("preamble", preamble, {});
        if (const auto found = find(cheap, ".pch", &preamble_)) return found;
        const std::int64_t begin = wall_clock_ns();
        const std::string output = store_.scratch(".pch"), depfile = store_.scratch(".d");
        Words argv = language_;
        append(argv, {"-fpch-instantiate-templates", "-Xclang", "-fno-pch-timestamp", "-MD", "-MF",
                      depfile, "-o", output, "-x", "c++-header", "-"});
        const std::string said = store_.scratch(".errors");
        if (!run(argv, scratch_text(preamble), said).ok()) return std::nullopt;
        fmt::print(stderr, "{}", jit::read_file(said).value_or(""));  // warnings
        preamble_ = files_in(jit::read_file(depfile).value_or(""));
        return commit(output, cheap, ".pch", preamble_, begin);
    }

    std::string compile(const std::string& text, const std::string& cheap) {
        const HostSource parts = split_source(text);
        const auto header = precompiled(parts.preamble);
        const std::int64_t begin = wall_clock_ns();
        const std::string output = store_.scratch(".program");
        const std::string read = store_.scratch(".d"), linked = store_.scratch(".d");
        Words argv = language_;
        if (header) append(argv, {"-include-pch", *header});
        const std::string name = fmt::format("# 1 \"{}\"\n", source_.string());
        append(argv, {"-MD", "-MF", read, "-o", output, "-x", "c++",
                      scratch_text(name + (header ? parts.rest : text))});
        append(argv, libraries_);
        append(argv, {"--ld-path=" + options_.paths.linker, "-Wl,--dependency-file=" + linked});
        const Ended ended = run(std::move(argv));
        if (!ended.ok())
            throw Error(Fault::usage,
                        fmt::format("{} does not compile ({})", source_.string(), ended.text()));
        jit::Manifest all = files_in(jit::read_file(read).value_or(""));
        all.add(files_in(linked_files(linked)));
        if (header) all.add(preamble_);  // the compiler may name the precompiled file alone
        return commit(output, cheap, ".program", all, begin);
    }

    fs::path source_;
    const jit::JitOptions& options_;
    jit::Store store_;
    jit::FileHashes hashes_;
    Words language_, libraries_, folders_;
    jit::Manifest preamble_;  // files of the precompiled header
};

#ifdef IRONBIRD_SANITIZE
// The library's sanitizer must be the program's too, and both of one compiler; nothing is kept.
void compile_sanitized(const fs::path& source, const HostFlags& flags, const fs::path& program) {
    Words argv = {"g++", "-fsanitize=" IRONBIRD_SANITIZE, "-fno-sanitize-recover=all"};
    append(argv, language(source, flags));
    append(argv, {"-o", program.string(), source.string()});
    append(argv, libraries(flags));
    const Ended ended = run_process({.argv = argv});
    leave_if_interrupted(ended);
    if (!ended.ok())
        throw Error(Fault::usage,
                    fmt::format("{} does not compile ({})", source.string(), ended.text()));
}
#endif

}  // namespace

void add_host_flags(CLI::App& command, HostFlags& flags) {
    const auto list = [&](const char* name, Words& values, const char* meaning) {
        command.add_option(name, values, meaning)->allow_extra_args(false);
    };
    list("-I", flags.includes, "Folder of headers for a source, after ours; may be repeated");
    list("-D", flags.defines, "NAME or NAME=VALUE, defined in a source");
    list("-L", flags.library_folders, "Folder of libraries, found there at run time, too");
    list("-l", flags.libraries, "Library that a source is linked with");
    command.add_option("--std", flags.standard, "Language of a source")->capture_default_str();
}

void compile_host_program(const fs::path& source, const HostFlags& flags, const fs::path& program) {
#ifdef IRONBIRD_SANITIZE
    compile_sanitized(source, flags, program);
#else
    const jit::JitOptions how = host::jit_options(options());
    HostCompiler(source, flags, how).make(program);
#endif
}

}  // namespace ironbird::cli
