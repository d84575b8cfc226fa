// `ironbird compile`: kernels without a program, for people's CI.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/fault.hpp"
#include "cli/chip.hpp"
#include "cli/command.hpp"
#include "cli/commands/kernels.hpp"
#include "cli/record.hpp"
#include "host/configuration.hpp"
#include "host/tooling.hpp"

namespace ironbird::cli {
namespace {

struct WantedKernels {
    std::vector<std::string> kernels, defines, named;
    std::string args;  // a list as one word: CLI11's own lists swallow the kernels behind them
    std::string processor = "auto", chip;
    bool json = false;
};

std::pair<std::string, std::string> halves(const std::string& text, const std::string& if_missing) {
    const auto equals = text.find('=');
    if (equals == text.npos) return {text, if_missing};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::uint32_t number_of(const std::string& text) {
    char* end = nullptr;
    const unsigned long value = std::strtoul(text.c_str(), &end, 0);  // the largest if out of range
    if (text.empty() || end != text.c_str() + text.size() || value > 0xffffffffUL)
        throw Error(Fault::usage, "\"" + text + "\" is not a 32-bit number");
    return static_cast<std::uint32_t>(value);
}

host::KernelBuild build_of(const WantedKernels& w, const std::string& kernel,
                           abi::Processor processor) {
    host::KernelBuild b{.path = std::filesystem::absolute(kernel).string(),
                        .product = &chip_named(w.chip),
                        .processor = processor,
                        .compile_args = {},
                        .named_args = {},
                        .defines = {}};
    std::istringstream list(w.args);
    for (std::string arg; std::getline(list, arg, ',');) b.compile_args.push_back(number_of(arg));
    for (const std::string& d : w.defines) b.defines.insert(halves(d, "1"));
    for (const std::string& n : w.named) {
        const auto [name, value] = halves(n, "");
        b.named_args[name] = number_of(value);
    }
    return b;
}

Json result_of(const host::KernelBuild& build, const jit::CompileResult& compiled) {
    Json result = {{"kernel", build.path},
                   {"processor", abi::name(build.processor)},
                   {"chip", build.product->name},
                   {"ok", compiled.ok}};
    if (compiled.ok) {
        result["from_cache"] = compiled.from_cache;
        result["seconds"] = compiled.seconds;
        result["object"] = compiled.object_path;
    } else {
        result["text"] = compiled.diagnostics;
    }
    return result;
}

// Every kernel for every processor that it is meant for.
std::vector<host::KernelBuild> builds_of(const WantedKernels& w) {
    std::vector<host::KernelBuild> builds;
    for (const std::string& kernel : w.kernels) {
        if (!std::filesystem::is_regular_file(kernel))
            throw Error(Fault::kernel_file, "no such kernel: " + kernel);
        for (const abi::Processor processor : processors_for(w.processor, kernel))
            builds.push_back(build_of(w, kernel, processor));
    }
    return builds;
}

void print_result(const Json& r) {
    const auto file = std::filesystem::path(r["kernel"].get<std::string>())
                          .lexically_relative(std::filesystem::current_path());
    const auto cost = r["ok"].get<bool>()
                          ? r["from_cache"].get<bool>()
                                ? std::string("from cache")
                                : fmt::format("{:.2f} s", r["seconds"].get<double>())
                          : "";
    fmt::print("{:<6} {:<7} {:<6} {}  {}\n", r["ok"].get<bool>() ? "ok" : "failed",
               r["processor"].get<std::string>(), r["chip"].get<std::string>(), file.string(),
               cost);
    if (!r["ok"].get<bool>()) fmt::print(stderr, "{}\n", r["text"].get<std::string>());
}

Exit compile(const WantedKernels& w) {
    const std::vector<host::KernelBuild> builds = builds_of(w);
    std::vector<jit::Request> requests;
    for (const host::KernelBuild& b : builds)
        requests.push_back(host::kernel_request(options(), b));
    const std::vector<jit::CompileResult> compiled =
        jit::Jit(host::jit_options(options())).compile(requests);
    Json results = Json::array();
    int failed = 0;
    for (std::size_t i = 0; i < builds.size(); i++) {
        results.push_back(result_of(builds[i], compiled[i]));
        failed += compiled[i].ok ? 0 : 1;
        if (!w.json) print_result(results.back());
    }
    if (w.json)
        fmt::print("{}\n",
                   json_text({{"schema", kJsonSchema}, {"failed", failed}, {"kernels", results}}));
    return failed == 0 ? Exit::fine : Exit::findings;
}

}  // namespace

void add_compile(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("compile", "Compile kernels without running them");
    auto w = std::make_shared<WantedKernels>();
    sub->add_option("KERNEL", w->kernels, "Kernel source files")->required();
    sub->add_option("--processor", w->processor,
                    "brisc, ncrisc, unpack, math, pack, compute (those three), all, or auto (by "
                    "what the source includes)")
        ->check(
            CLI::IsMember({"brisc", "ncrisc", "unpack", "math", "pack", "compute", "all", "auto"}))
        ->capture_default_str();
    sub->add_option("--chip", w->chip, "Product to compile for (see `ironbird devices`)");
    sub->add_option("-D", w->defines, "NAME or NAME=VALUE, as the host would define it")
        ->allow_extra_args(false);
    sub->add_option("--args", w->args, "Compile-time arguments: a,b,c");
    sub->add_option("--named", w->named, "Named compile-time argument: name=value")
        ->allow_extra_args(false);
    sub->add_flag("--json", w->json, "As JSON");
    sub->footer(
        "Exit code 1 when a kernel does not compile. Paths are relative to the current folder.");
    sub->callback([w, &chosen] { chosen = [w] { return compile(*w); }; });
}

}  // namespace ironbird::cli
