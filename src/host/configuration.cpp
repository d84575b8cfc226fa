// From the text of options to values.
#include "host/configuration.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <ironbird/version.hpp>

#include "arch/cluster_chip.hpp"
#include "arch/mesh_graph.hpp"
#include "base/fault.hpp"
#include "ranks/protocol.hpp"

namespace ironbird::host {
namespace {

namespace fs = std::filesystem;

constexpr std::array kModes{"timed", "eager", "late", "random"};

device::WindowRule window_rule(const std::string& text) {
    if (text.empty()) return {};
    if (text == "strict") return {.strict = true};
    char* end = nullptr;
    const auto cycles = std::strtoull(text.c_str(), &end, 10);
    if (*end != '\0' || cycles == 0)
        throw Error(Fault::usage,
                    "IRONBIRD_WINDOW=" + text + " is neither a number of cycles nor strict");
    return {.cycles = Cycles{cycles}};
}

std::uint64_t noc_seed(const std::string& text) {
    const auto colon = text.find(':');
    return colon == std::string::npos ? 0 : std::strtoull(text.c_str() + colon + 1, nullptr, 10);
}

}  // namespace

const char* name(noc::Mode mode) {
    return kModes[static_cast<std::size_t>(mode)];
}

noc::Mode noc_mode(const Options& o) {
    if (o.noc.empty()) return noc::Mode::timed;
    if (o.noc.starts_with("random:")) return noc::Mode::random;
    for (std::size_t i = 0; i < kModes.size(); i++)
        if (o.noc == kModes[i]) return static_cast<noc::Mode>(i);
    throw Error(Fault::usage,
                "IRONBIRD_NOC=" + o.noc + " is none of timed, eager, late, random:SEED");
}

device::EngineOptions engine_options(const Options& o) {
    return {.threads = o.threads,
            .window = window_rule(o.window),
            .delivery = {noc_mode(o), noc_seed(o.noc)},
            .timing = o.timing,
            .timeout_seconds = o.timeout_seconds,
            .allow_misaligned = o.allow_misaligned,
            .exact_math = o.exact_math,
            .moves_data = o.moves_data,
            .keep_history = o.profile};
}

ranks::Identity rank_identity(const std::string& command) {
    return {fmt::format("{} for tt-metal {}", kVersion, kUpstreamCommit), command};
}

std::string cache_folder(const Options& o) {
    const std::string root = !o.cache_dir.empty()   ? o.cache_dir
                             : !o.user_home.empty() ? o.user_home + "/.cache/tt-metal-cache"
                                                    : "/tmp/tt-metal-cache";
    return fs::absolute(root + "/ironbird").lexically_normal();
}

jit::JitOptions jit_options(const Options& o) {
    return {.cache_folder = cache_folder(o),
            .cache_limit_bytes = o.cache_limit_mib << 20,
            .force_compile = o.force_compile,
            .log_commands = o.log_compile_commands,
            .debug_info = o.debug_kernels,
            .build_log = o.build_log};
}

std::vector<const arch::Product*> products_of(const Options& o) {
    if (!o.cluster.empty()) {
        const arch::ClusterPlan& plan = arch::selected_cluster(o.cluster);
        if (!o.chip.empty() && o.chip != plan.product)
            throw Error(Fault::usage,
                        fmt::format("IRONBIRD_CLUSTER={} has chips of {}, and IRONBIRD_CHIP={}",
                                    o.cluster, plan.product, o.chip),
                        {}, "leave IRONBIRD_CHIP out");
        return {&arch::chip_of(plan)};
    }
    if (o.chip.empty() && !o.mesh_graph.empty())
        return {&arch::selected(
            arch::read_mesh_graph(o.mesh_graph).family == arch::Family::blackhole ? "p150"
                                                                                  : "n300")};
    if (o.chip.empty())
        return {&arch::selected(o.arch_name.empty() ? arch::kDefaultProduct : o.arch_name)};
    std::vector<const arch::Product*> all;
    for (std::string_view rest = o.chip;;) {
        const auto comma = rest.find(',');
        all.push_back(&arch::selected(rest.substr(0, comma)));
        if (comma == rest.npos) return all;
        rest.remove_prefix(comma + 1);
    }
}

const arch::Product& product_of(const Options& o) {
    return *products_of(o).front();
}

arch::Grid usable_grid(const Options& o, const arch::Product& product) {
    return o.slow_dispatch ? product.tensix_grid() : product.compute_grid;
}

report::ProfilePlaces profile_places(const Options& o) {
    report::ProfilePlaces places;
    if (!o.profiler_dir.empty())
        places.root = o.profiler_dir;
    else
        places.root = fs::path(o.home) / "generated" / "profiler";
    places.root = fs::absolute(places.root);
    if (!o.noc_trace_dir.empty())
        places.noc_traces = fs::absolute(o.noc_trace_dir);
    else if (o.noc_traces)
        places.noc_traces = places.root / ".logs";
    places.cpp_report = o.cpp_report;
    return places;
}

}  // namespace ironbird::host
