// `piper bench`: operators measured on this machine, or modelled on a board.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "backend.hpp"
#include "board.hpp"
#include "cases.hpp"
#include "chip/rates.hpp"
#include "commands.hpp"
#include "diagnosis.hpp"
#include "measure_text.hpp"

namespace piper {
namespace {

struct BenchCommand {
    std::string device = "cpu", size = "medium", chip, out;
    Protocol protocol{};
    bool json = false;
};

// More than any cache holds.
std::size_t text_beyond_caches() {
    const long cache =
        std::max({sysconf(_SC_LEVEL2_CACHE_SIZE), sysconf(_SC_LEVEL3_CACHE_SIZE), 0L});
    return std::clamp<std::size_t>(2 * static_cast<std::size_t>(cache), 1u << 26, 1u << 30);
}

void add_text(const TextRates& text, const std::string& device, const std::string& place,
              nlohmann::json& results) {
    for (const auto& [name, m] : {std::pair{"Decode", &text.decode},
                                  {"memchr", &text.lines},
                                  {"memchr, one search", &text.whole},
                                  {"separators alone", &text.separators},
                                  {"read and store alone", &text.store}})
        results.push_back({{"name", name},
                           {"device", device},
                           {"text_in", place},
                           {"gbs_in", m->gbs_in},
                           {"gbs_in_std", m->gbs_in_std},
                           {"gbs_inout", m->gbs_inout},
                           {"of_memchr", times_as_fast(*m, text.lines)},
                           {"of_memchr_one_search", times_as_fast(*m, text.whole)}});
}

void show_text(const TextRates& text, const std::string& place) {
    fmt::print(
        "{:16} {:.2f} \u00b1 {:.2f} GB/s in, text in {}; {:.2f} of memchr's {:.2f} from LF to LF, "
        "{:.2f} of its {:.2f} in one search\n",
        "Decode", text.decode.gbs_in, text.decode.gbs_in_std, place,
        times_as_fast(text.decode, text.lines), text.lines.gbs_in,
        times_as_fast(text.decode, text.whole), text.whole.gbs_in);
    fmt::print(
        "{:16} separators alone {:.2f} GB/s, {:.2f} of one search; text read and columns stored, "
        "nothing decoded: {:.2f}, {:.2f}\n",
        "", text.separators.gbs_in, times_as_fast(text.separators, text.whole), text.store.gbs_in,
        times_as_fast(text.store, text.whole));
}

std::unique_ptr<Backend> device_of(const std::string& name) {
    if (name == "cpu") return host_backend();
    if (name == "golden") return reference_backend();
    throw Error(Exit::not_modelled, "there is no card to measure",
                "--chip e150 gives what the model says of a board");
}

void options_of_bench(CLI::App& sub, BenchCommand& o) {
    sub.add_option("--device", o.device,
                   "cpu: vectors; golden: the scalar reference; silicon: not there yet")
        ->check(CLI::IsMember({"cpu", "golden", "silicon"}));
    sub.add_option("--chip", o.chip,
                   "A virtual board: modelled time of the kernels and of the host link");
    sub.add_option("--size", o.size, "small 10 MB, medium 100 MB, large 1000 MB of data")
        ->check(CLI::IsMember({"small", "medium", "large"}));
    sub.add_option("--iterations", o.protocol.iterations, "Timed calls a trial")
        ->check(CLI::Range(1, 1000000));
    sub.add_option("--trials", o.protocol.trials, "For mean and deviation")
        ->check(CLI::Range(1, 1000));
    sub.add_option("--warm-up", o.protocol.warm_up, "Calls before the first that is timed")
        ->check(CLI::Range(0, 1000000));
    sub.add_option("--output", o.out, "File for the figures, as JSON");
    sub.add_flag("--json", o.json, "The figures as one object");
}

std::string timestamp() {
    const std::time_t now = std::time(nullptr);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return text;
}

std::size_t elements_of(const std::string& size) {
    const double megabytes = size == "small" ? 10 : size == "medium" ? 100 : 1000;
    return std::min<std::size_t>(1 << 20, static_cast<std::size_t>(megabytes * 1e6 / 4));
}

void finish_bench(const BenchCommand& o, const std::string& device, nlohmann::json results) {
    const nlohmann::json all{{"schema", kJsonSchema},
                             {"device", device},
                             {"timestamp", timestamp()},
                             {"results", std::move(results)}};
    if (o.json) fmt::print("{}\n", all.dump(2));
    if (!o.out.empty()) write_text(o.out, all.dump(2) + "\n");
}

// The guide's figure for a board, where it has one.
std::optional<double> guide_gbs(const std::string& name, const std::string& board) {
    for (const ExpectedRate& rate : expected_rates())
        if (rate.name == name && (board == "e75" || board == "e150"))
            return board == "e75" ? rate.e75 : rate.e150;
    return {};
}

// The guide's "low throughput": what the model waits for, and what a card would be looked at for.
void explain_low(const chip::Rate& rate, const std::string& board) {
    fmt::print("{}: half of what the guide expects of an {} or less. The model is bound by {}.\n{}",
               rate.name, board, rate.binding, to_text(causes_of_low_throughput(this_machine())));
}

Exit bench_chip(const BenchCommand& o) {
    const chip::Limits limits = chip::limits_of(o.chip);
    chip::Chip chip(o.chip);
    nlohmann::json results = nlohmann::json::array();
    if (!o.json)
        fmt::print("{}, modelled; link {} GB/s, DRAM {} GB/s\n{:36} {:>8} {:>8} {:>7}  {}\n",
                   o.chip, limits.link_gbs, limits.dram_gbs, "GB/s", "in", "in+out", "guide",
                   "bound by");
    for (const chip::Rate& r : chip::rates_of(chip, limits, elements_of(o.size), 32 * 256)) {
        const auto guide = guide_gbs(r.name, o.chip);
        results.push_back({{"name", r.name},
                           {"device", o.chip},
                           {"modelled", true},
                           {"program_time_s", r.program_seconds},
                           {"link_time_s", r.link_seconds},
                           {"dram_time_s", r.dram_seconds},
                           {"throughput_gbs", r.gbs_inout()},
                           {"gbs_in", r.gbs_in()},
                           {"gbs_inout", r.gbs_inout()},
                           {"guide_gbs", guide ? nlohmann::json(*guide) : nlohmann::json()},
                           {"binding", r.binding}});
        if (!o.json)
            fmt::print("{:36} {:8.2f} {:8.2f} {:>7}  {}\n", r.name, r.gbs_in(), r.gbs_inout(),
                       guide ? fmt::format("{:.1f}", *guide) : "-", r.binding);
        if (!o.json && guide && r.gbs_inout() <= *guide / 2) explain_low(r, o.chip);
    }
    finish_bench(o, o.chip, std::move(results));
    return Exit::fine;
}

void bench_text(Backend& backend, const BenchCommand& o, nlohmann::json& results) {
    struct Place {
        const char* name;
        std::size_t bytes;
        unsigned calls;  // a trial
    };
    for (const Place& place : {Place{"memory", text_beyond_caches(), 1},
                               Place{"cache", 1u << 18, o.protocol.iterations}}) {
        const Protocol protocol{1, place.calls, o.protocol.trials};
        const TextRates text = measure_text(backend, place.bytes, protocol);
        add_text(text, o.device, place.name, results);
        if (!o.json) show_text(text, place.name);
    }
}

Exit bench_command(const BenchCommand& o) {
    if (!o.chip.empty()) return bench_chip(o);
    const auto backend = device_of(o.device);
    const std::size_t elements = elements_of(o.size);
    nlohmann::json results = nlohmann::json::array();
    bench_text(*backend, o, results);
    for (const Case& c : cases_of(elements, 32 * 256)) {
        const Measured m = measure_case(*backend, c, o.protocol);
        results.push_back(
            {{"name", c.name},
             {"device", o.device},
             {"data_size_mb", static_cast<double>(elements) * 4 / 1e6},
             {"iterations", o.protocol.iterations},
             {"trials", o.protocol.trials},
             {"total_time_s", m.seconds},
             {"throughput_gbs", m.gbs_inout},
             {"gbs_in", m.gbs_in},
             {"gbs_in_std", m.gbs_in_std},
             {"gbs_inout", m.gbs_inout},
             {"gbs_inout_std", m.gbs_inout_std},
             {"speedup_vs_cpu", o.device == "cpu" ? nlohmann::json(1.0) : nlohmann::json()},
             {"power_watts", nullptr},
             {"temperature_c", nullptr}});
        if (!o.json)
            fmt::print("{:16} {:.2f} \u00b1 {:.2f} GB/s in, {:.2f} \u00b1 {:.2f} GB/s in and out\n",
                       c.name, m.gbs_in, m.gbs_in_std, m.gbs_inout, m.gbs_inout_std);
    }
    finish_bench(o, o.device, std::move(results));
    return Exit::fine;
}

}  // namespace

void add_bench(CLI::App& app, Action& chosen) {
    add_command<BenchCommand>(app, chosen, "bench",
                              "Measure operators: mean and deviation of trials", options_of_bench,
                              bench_command);
}

}  // namespace piper
