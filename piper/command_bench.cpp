// `piper bench` and `sweep`: operators measured on this machine.
#include <fmt/format.h>

#include <bit>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "backend.hpp"
#include "commands.hpp"
#include "measure.hpp"
#include "vocabulary.hpp"

namespace piper {
namespace {

struct BenchCommand {
    std::string device = "cpu", size = "medium", out;
    Protocol protocol{};
    bool json = false;
};

struct Case {
    std::string name;
    Operator op;
    Column input;
};

Column normal_column(std::size_t count, std::mt19937& random) {
    std::normal_distribution<float> normal(-0.5f, 2);
    Column column{.type = Type::f32};
    for (std::size_t i = 0; i < count; ++i)
        column.words.push_back(std::bit_cast<std::uint32_t>(normal(random)));
    return column;
}

Column id_column(std::size_t count, std::uint32_t below, std::mt19937& random) {
    Column column{.type = Type::u32};
    for (std::size_t i = 0; i < count; ++i)
        column.words.push_back(static_cast<std::uint32_t>(random() % below));
    return column;
}

Column text_column(std::size_t count, std::mt19937& random) {
    Column column{.type = Type::text, .width = 2};
    for (std::size_t i = 0; i < count * 2; ++i) {
        std::uint32_t word = 0;
        for (int c = 0; c < 4; ++c)
            word = word << 8 | static_cast<unsigned char>("0123456789abcdef"[random() % 16]);
        column.words.push_back(word);
    }
    return column;
}

// `elements` for stateless operators, `ids` for tables.
std::vector<Case> cases_of(std::size_t elements, std::size_t ids) {
    std::mt19937 random(1);
    return {{"Neg2Zero", Neg2Zero(), normal_column(elements, random)},
            {"Logarithm", Logarithm(1), id_column(elements, 1 << 20, random)},
            {"Hex2Int", Hex2Int(), text_column(elements / 2, random)},
            {"Modulus", Modulus(100), id_column(elements, 10000, random)},
            {"VocabGen", VocabGen(), id_column(ids, 5000, random)},
            {"EmbeddingLookup", EmbeddingLookup(10000, 128), id_column(ids, 10000, random)}};
}

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

std::unique_ptr<Backend> device_of(const std::string& name) {
    if (name == "cpu") return host_backend();
    if (name == "golden") return reference_backend();
    return find_backend(name);
}

void options_of_bench(CLI::App& sub, BenchCommand& o) {
    sub.add_option("--device", o.device,
                   "cpu: vectors; golden: the scalar reference; silicon: not there yet")
        ->check(CLI::IsMember({"cpu", "golden", "silicon"}));
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

Exit bench_command(const BenchCommand& o) {
    const auto backend = device_of(o.device);
    const double megabytes = o.size == "small" ? 10 : o.size == "medium" ? 100 : 1000;
    const auto elements =
        std::min<std::size_t>(1 << 20, static_cast<std::size_t>(megabytes * 1e6 / 4));
    nlohmann::json results = nlohmann::json::array();
    for (const Case& c : cases_of(elements, 32 * 256)) {
        const Measured m = measure_case(*backend, c, o.protocol);
        results.push_back(
            {{"name", c.name},
             {"device", o.device},
             {"data_size_mb", megabytes},
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
    const nlohmann::json all{{"schema", kJsonSchema},
                             {"device", o.device},
                             {"timestamp", timestamp()},
                             {"results", results}};
    if (o.json) fmt::print("{}\n", all.dump(2));
    if (!o.out.empty() && !(std::ofstream(o.out) << all.dump(2) << '\n'))
        throw Error(Exit::failed, fmt::format("{} cannot be written", o.out));
    return Exit::fine;
}

struct SweepCommand {
    bool json = false;
    unsigned iterations = 100;
};

// A batch is so many rows of 256 values.
Exit sweep_command(const SweepCommand& o) {
    constexpr std::size_t batches[] = {8, 16, 32, 64, 128};
    const auto backend = host_backend();
    nlohmann::json json{{"schema", kJsonSchema}};
    for (const std::size_t which : {0, 5}) {
        double best = 0;
        std::size_t best_batch = 0;
        std::string name, lines;
        for (const std::size_t batch : batches) {
            const Case c = cases_of(batch * 256, batch * 256)[which];
            const Measured m = measure_case(*backend, c, {5, o.iterations, 3});
            name = c.name;
            json[name][std::to_string(batch)] = m.gbs_inout;
            if (m.gbs_inout > best) best_batch = batch;
            best = std::max(best, m.gbs_inout);
            lines += fmt::format("{:16} batch {:3}  {:6.2f} GB/s {:#>{}}\n", name, batch,
                                 m.gbs_inout, "", std::min(60, static_cast<int>(m.gbs_inout)));
        }
        json[name]["best"] = best_batch;
        if (!o.json) fmt::print("{}{:16} best: {}\n", lines, name, best_batch);
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
        },
        sweep_command);
}

}  // namespace piper
