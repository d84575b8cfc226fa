// `piper bench` and `sweep`: operators measured on this machine.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "backend.hpp"
#include "board.hpp"
#include "cases.hpp"
#include "chip/rates.hpp"
#include "commands.hpp"
#include "generate.hpp"
#include "measure.hpp"
#include "vocabulary.hpp"

namespace piper {
namespace {

struct BenchCommand {
    std::string device = "cpu", size = "medium", chip, out;
    Protocol protocol{};
    bool json = false;
};

Measured measure_case(Backend& backend, const Case& c, const Protocol& protocol) {
    Column work;
    Traffic traffic;
    const auto once = [&] {
        work = c.input;
        if (c.op.row->kind == Kind::generate) {
            Vocabulary vocabulary(5000);
            vocabulary.add(work.words, 0);
        } else {
            backend.run({{c.op}, c.op.row->kind == Kind::wide}, work, traffic);
        }
    };
    once();
    const auto in = static_cast<double>(c.input.words.size()) * 4;
    return measure(once, in, static_cast<double>(work.words.size()) * 4, protocol,
                   monotonic_seconds);
}

// Lines through the decoder, and what memchr makes of them from LF to LF; processor time of one
// thread.
struct TextRates {
    Measured decode, memchr;
};
TextRates measure_text(Backend& backend, const Protocol& protocol) {
    std::string text(kPadding, '\n');
    constexpr std::uint64_t rows = 1000;  // about a chunk of the engine
    for (std::uint64_t row = 0; row < rows; ++row) append_row({}, row, text);
    const std::string_view lines = std::string_view(text).substr(kPadding);
    const std::string padded = text + std::string(kPadding, '\n');
    const auto view = std::string_view(padded).substr(kPadding, lines.size());
    const auto bytes = static_cast<double>(view.size());
    Decoded decoded;
    const double words = static_cast<double>(rows) * kFields * 4;
    std::size_t found = 0;
    const auto feeds = [&] {
        for (std::size_t at = view.find('\n'); at != view.npos; at = view.find('\n', at + 1))
            ++found;
    };
    return {
        measure([&] { backend.decode(view, {}, decoded); }, bytes, words, protocol, thread_seconds),
        measure(feeds, bytes, 0, protocol, thread_seconds)};
}

nlohmann::json text_json(const std::string& name, const std::string& device, const Measured& m) {
    return {{"name", name},
            {"device", device},
            {"gbs_in", m.gbs_in},
            {"gbs_in_std", m.gbs_in_std},
            {"gbs_inout", m.gbs_inout}};
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
    sub.add_option("--warm-up", o.protocol.warm_up, "Calls before the first that is timed");
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
    if (!o.out.empty() && !(std::ofstream(o.out) << all.dump(2) << '\n'))
        throw Error(Exit::failed, fmt::format("{} cannot be written", o.out));
}

// The guide's figure for a board, where it has one.
std::optional<double> guide_gbs(const std::string& name, const std::string& board) {
    for (const ExpectedRate& rate : expected_rates())
        if (rate.name == name && (board == "e75" || board == "e150"))
            return board == "e75" ? rate.e75 : rate.e150;
    return {};
}

// The guide's "low throughput": where to look on a card, and what it is here.
void explain_low(const chip::Rate& rate, const std::string& board) {
    fmt::print(
        "{}: half of what the guide expects of an {} or less. The model is bound by {}. On a card "
        "look at\n  throttling (piper monitor), link and huge pages (piper check), DRAM "
        "(ironbird bench dram_read), other load\n",
        rate.name, board, rate.binding);
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

Exit bench_command(const BenchCommand& o) {
    if (!o.chip.empty()) return bench_chip(o);
    const auto backend = device_of(o.device);
    const std::size_t elements = elements_of(o.size);
    nlohmann::json results = nlohmann::json::array();
    const TextRates text = measure_text(*backend, o.protocol);
    results.push_back(text_json("Decode", o.device, text.decode));
    results.push_back(text_json("memchr", o.device, text.memchr));
    if (!o.json)
        fmt::print("{:16} {:.2f} \u00b1 {:.2f} GB/s in, {:.2f} of memchr's from LF to LF\n",
                   "Decode", text.decode.gbs_in, text.decode.gbs_in_std,
                   text.decode.gbs_in / text.memchr.gbs_in);
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

struct SweepCommand {
    bool json = false;
    unsigned iterations = 100;
    std::string chip;
};

struct Swept {
    std::string name;
    double gbs;
};

// Neg2Zero and EmbeddingLookup, with so many values.
std::vector<Swept> on_host(std::size_t values, unsigned iterations) {
    const auto backend = host_backend();
    std::vector<Swept> swept;
    const auto cases = cases_of(values, values);
    for (const Case* c : {&cases.front(), &cases.back()})
        swept.push_back({c->name, measure_case(*backend, *c, {5, iterations, 3}).gbs_inout});
    return swept;
}

std::vector<Swept> on_chip(chip::Chip& chip, const chip::Limits& limits, std::size_t values) {
    std::vector<Swept> swept;
    for (const chip::Rate& rate : chip::rates_of(chip, limits, values, values))
        if (rate.name == "Neg2Zero" || rate.name == "EmbeddingLookup")
            swept.push_back({rate.name, rate.gbs_inout()});
    return swept;
}

// A batch is so many rows of 256 values.
Exit sweep_command(const SweepCommand& o) {
    constexpr std::size_t batches[] = {8, 16, 32, 64, 128};
    std::optional<chip::Chip> chip;
    chip::Limits limits{};
    if (!o.chip.empty()) {
        limits = chip::limits_of(o.chip);
        chip.emplace(o.chip);
    }
    std::map<std::string, std::vector<double>> by_name;
    for (const std::size_t batch : batches)
        for (const Swept& swept :
             chip ? on_chip(*chip, limits, batch * 256) : on_host(batch * 256, o.iterations))
            by_name[swept.name].push_back(swept.gbs);
    nlohmann::json json{{"schema", kJsonSchema}, {"device", o.chip.empty() ? "cpu" : o.chip}};
    for (const auto& [name, rates] : by_name) {
        const double most = std::ranges::max(rates);
        for (std::size_t i = 0; i < rates.size(); ++i) {
            json[name][std::to_string(batches[i])] = rates[i];
            if (rates[i] == most) json[name]["best"] = batches[i];
            if (!o.json)
                fmt::print("{:16} batch {:3}  {:8.3f} GB/s {:#>{}}\n", name, batches[i], rates[i],
                           "", static_cast<int>(50 * rates[i] / most));
        }
        if (!o.json) fmt::print("{:16} best: {}\n", name, json[name]["best"].dump());
    }
    if (o.json) fmt::print("{}\n", json.dump(2));
    return Exit::fine;
}

}  // namespace

void add_bench(CLI::App& app, Action& chosen) {
    add_command<BenchCommand>(app, chosen, "bench",
                              "Measure operators: mean and deviation of trials", options_of_bench,
                              bench_command);
}

void add_sweep(CLI::App& app, Action& chosen) {
    add_command<SweepCommand>(
        app, chosen, "sweep", "Throughput by batch size, and the best",
        [](CLI::App& sub, SweepCommand& o) {
            sub.add_flag("--json", o.json, "As one object");
            sub.add_option("--iterations", o.iterations, "Timed calls a trial")
                ->check(CLI::Range(1, 1000000));
            sub.add_option("--chip", o.chip, "A virtual board: modelled time");
        },
        sweep_command);
}

}  // namespace piper
