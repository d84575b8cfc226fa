// `ironbird memory code`: circular buffers and kernels of host sources, without running them.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "analysis/code/analyse.hpp"
#include "base/fault.hpp"
#include "cli/commands/memory.hpp"
#include "cli/places.hpp"
#include "cli/record.hpp"
#include "host/configuration.hpp"
#include "host/options/options.hpp"
#include "host/tooling.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;
namespace code = analysis::code;

struct WantedSources {
    std::vector<std::string> paths, compared, defines, folders;
    bool json = false;
};

// Kernels are indexed by their compile-time arguments; none are known here, so they get zeros.
constexpr std::size_t kArguments = 64;

abi::Processor processor_of(const std::string& name) {
    if (name == "compute") return abi::Processor::unpack;
    return name == "RISCV_1" ? abi::Processor::ncrisc : abi::Processor::brisc;
}

// A folder that is gone with the command.
struct Scratch {
    fs::path path = fs::temp_directory_path() / fmt::format("ironbird-memory-code-{}", ::getpid());
    Scratch() { fs::create_directories(path); }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

std::vector<std::string> kernel_flags(const fs::path& kernel, const std::string& processor,
                                      const fs::path& scratch) {
    const jit::Request request =
        host::kernel_request(options(), {.path = fs::absolute(kernel).string(),
                                         .product = &host::product_of(options()),
                                         .processor = processor_of(processor),
                                         .compile_args = std::vector<std::uint32_t>(kArguments),
                                         .named_args = {},
                                         .defines = {}});
    std::vector<std::string> argv =
        jit::editor_command(host::jit_options(options()), request, scratch.string());
    argv.erase(argv.begin());  // the compiler
    argv.pop_back();           // the source
    argv.insert(argv.end(), {"-w", "-ferror-limit=0"});
    return argv;
}

code::Settings settings_of(const WantedSources& w, const fs::path& scratch) {
    code::Settings s{.headers = places().headers,
                     .flags = host_language(),
                     .roots = {fs::current_path(), places().root}};
    for (const std::string& root : {options().runtime_root, options().home})
        if (!root.empty()) s.roots.emplace_back(root);
    for (const std::string& d : w.defines) s.flags.push_back("-D" + d);
    for (const std::string& f : w.folders) s.flags.push_back("-I" + f);
    s.kernel_flags = [scratch](const fs::path& kernel, const std::string& processor) {
        return kernel_flags(kernel, processor, scratch);
    };
    return s;
}

code::AnalyseEntry& analyser() {
    const fs::path file = places().library / "libironbird_code.so";
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* entry = library == nullptr ? nullptr : ::dlsym(library, code::kAnalyseEntry);
    if (entry == nullptr)
        throw Error(Fault::usage, fmt::format("cannot load {}: {}", file.string(), ::dlerror()), {},
                    "it needs Debian's package libclang1-19");
    return *reinterpret_cast<code::AnalyseEntry*>(entry);
}

std::vector<code::Source> analyse(const std::vector<fs::path>& sources, const WantedSources& w) {
    const Scratch scratch;
    std::vector<code::Source> found;
    analyser()(sources, settings_of(w, scratch.path), found);
    return found;
}

std::vector<fs::path> all_sources(const std::vector<std::string>& paths) {
    std::vector<fs::path> all;
    for (const std::string& path : paths)
        for (fs::path& source : code::sources_below(path)) all.push_back(std::move(source));
    return all;
}

// Without a word: the two versions of the distributed add, and what sets them apart.
WantedSources both_versions(WantedSources w) {
    const fs::path folder = places().root / "examples" / "distributed_add";
    for (const char* source : {"fixed.cpp", "adaptive.cpp"})
        w.paths.push_back((folder / source).string());
    return w;
}

// Nothing in it and not C++: that is no program, and the command says so.
bool is_garbage(const code::Source& s) {
    return s.empty() && s.errors != 0;
}

Exit show(const WantedSources& w) {
    const std::vector<code::Source> found = analyse(all_sources(w.paths), w);
    if (w.json) {
        Json list = Json::array();
        for (const code::Source& s : found) list.push_back(code::to_json(s));
        fmt::print("{}\n", json_text(Json{{"schema", kJsonSchema}, {"sources", list}}));
    } else {
        for (const code::Source& s : found)
            fmt::print("{}\n", code::to_text(s, fs::current_path()));
        if (found.empty()) fmt::print("no source there mentions circular buffers or kernels\n");
    }
    for (const code::Source& s : found)
        if (is_garbage(s))
            fmt::print(stderr, "ironbird: {} holds nothing that could be analysed: {}\n",
                       s.path.string(), s.first_error);
    return std::ranges::any_of(found, is_garbage) ? Exit::findings : Exit::fine;
}

// By the path below what was named, so that two trees are compared file by file.
std::map<std::string, code::Source> by_name(const std::string& path, const WantedSources& w) {
    std::map<std::string, code::Source> all;
    for (code::Source& s : analyse(all_sources({path}), w)) {
        const std::string name =
            fs::is_directory(path) ? s.path.lexically_relative(path).string() : "";
        all.emplace(name, std::move(s));
    }
    return all;
}

Exit compare(const WantedSources& w) {
    const auto before = by_name(w.compared[0], w), after = by_name(w.compared[1], w);
    Json pairs = Json::array(), removed = Json::array(), added = Json::array();
    for (const auto& [name, source] : before)
        if (const auto now = after.find(name); now != after.end())
            pairs.push_back(code::compare(source, now->second));
        else
            removed.push_back(source.path.string());
    for (const auto& [name, source] : after)
        if (!before.contains(name)) added.push_back(source.path.string());
    if (w.json) {
        fmt::print("{}\n", json_text(Json{{"schema", kJsonSchema},
                                          {"comparisons", pairs},
                                          {"removed", removed},
                                          {"added", added}}));
        return Exit::fine;
    }
    for (const Json& pair : pairs) fmt::print("{}\n", code::comparison_text(pair));
    for (const Json& path : removed) fmt::print("only before: {}\n", path.get<std::string>());
    for (const Json& path : added) fmt::print("only after: {}\n", path.get<std::string>());
    return Exit::fine;
}

}  // namespace

void add_memory_code(CLI::App& memory, Action& chosen) {
    auto* sub = memory.add_subcommand(
        "code", "Circular buffers and kernels of host sources, parsed and not run");
    auto w = std::make_shared<WantedSources>();
    auto* paths = sub->add_option("PATH", w->paths,
                                  "Host sources, or folders that hold some; none: the two "
                                  "versions of the distributed add");
    sub->add_option("--compare", w->compared, "Two versions: OLD NEW, files or folders")
        ->expected(2)
        ->excludes(paths);
    sub->add_option("-D", w->defines, "NAME or NAME=VALUE, as the source is compiled with")
        ->allow_extra_args(false);
    sub->add_option("-I", w->folders, "Folder of headers that the source includes")
        ->allow_extra_args(false);
    sub->add_flag("--json", w->json, "As JSON");
    sub->footer(
        "FIXED: every size is a constant. ADAPTIVE: one depends on what only a run knows.\n"
        "A source that does not parse is analysed as far as it does; exit code 1 when that is\n"
        "nothing at all. docs/memory.md");
    sub->callback([w, &chosen] {
        chosen = [w] {
            if (!w->compared.empty()) return compare(*w);
            return show(w->paths.empty() ? both_versions(*w) : *w);
        };
    });
}

}  // namespace ironbird::cli
