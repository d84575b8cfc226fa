// `ironbird moe bench`: modelled times of the experts' block, or of a model with a checkpoint.
#include "tt/bench.hpp"

#include <fmt/format.h>

#include <fstream>

#include "error.hpp"
#include "on_device.hpp"

namespace qwen3::commands {
namespace {

struct BenchWanted {
    std::string folder, model = "Qwen3-30B-A3B", csv;
    std::vector<std::int64_t> batches = {32}, inputs = {128}, outputs = {8};
    std::vector<std::int64_t> tokens = {32};
    device::Repeats repeats;
    DeviceWanted device;
    bool json = false;
};

// Written at once: what was measured before a fault stays.
void append(const std::string& file, const std::string& text) {
    if (file.empty()) return;
    std::ofstream out(file, std::ios::app);
    out << text;
    if (!out.flush()) fail("{}: cannot be written", file);
}
void append_line(const std::string& file, const std::string& line) {
    append(file, line + '\n');
}

// A refusal is a line, too: the others still run.
std::string microseconds(device::BlockBench& bench, std::int64_t tokens,
                         const device::Repeats& repeats, std::string& trouble) {
    try {
        return fmt::format("{:.2f}", bench.seconds(tokens, repeats) * 1e6);
    } catch (const std::exception& e) {
        trouble = e.what();
        return "err";
    }
}

void bench_block(const BenchWanted& w) {
    const Config config = device::block_config(w.model);
    const Machine machine = machine_of(w.device);
    const auto chips = open_chips(machine);
    device::BlockBench bench(*chips, config, options_of(w.device).experts);
    Json rows = Json::array();
    for (const std::int64_t tokens : w.tokens) {
        std::string trouble;
        const std::string time = microseconds(bench, tokens, w.repeats, trouble);
        append_line(w.csv, fmt::format("{},{},{},{},{}", w.model, text_of(machine.mesh),
                                       w.device.experts, tokens, time));
        rows.push_back({{"tokens", tokens}, {"microseconds", time}});
        if (!w.json)
            fmt::print("{:<16}{:>6}  {}  {:>7} tokens  {:>12} us, modelled  {}\n", w.model,
                       text_of(machine.mesh), w.device.experts, tokens, time, trouble);
    }
    if (w.json)
        print_json({{"model", w.model},
                    {"mesh", text_of(machine.mesh)},
                    {"experts", w.device.experts},
                    {"rows", rows}});
}

void bench_model(const BenchWanted& w) {
    const Checkpoint checkpoint(w.folder);
    const auto most = [](const std::vector<std::int64_t>& all) {
        return *std::ranges::max_element(all);
    };
    const Limits limits{.max_batch_size = most(w.batches),
                        .max_seq_len = most(w.inputs) + most(w.outputs)};
    const Machine machine = machine_of(w.device);
    check_fits(machine, checkpoint.config(),
               {.batch = limits.max_batch_size,
                .context = limits.max_seq_len,
                .weights = parse_weight_format(w.device.weights)});
    const auto chips = open_chips(machine);
    device::Qwen3MoE model(*chips, checkpoint, limits, options_of(w.device));
    Json rows = Json::array();
    if (!w.json) fmt::print("batch,input,output,TTFT_ms,TPOT_ms,tokens_per_s\n");
    for (const std::int64_t batch : w.batches)
        for (const std::int64_t input : w.inputs)
            for (const std::int64_t output : w.outputs) {
                const auto times = device::model_times(model, batch, input, output, w.repeats);
                append_line(w.csv, times.csv());
                rows.push_back({{"batch", batch},
                                {"input", input},
                                {"output", output},
                                {"first_token_ms", times.first_ms},
                                {"step_ms", times.step_ms},
                                {"tokens_per_second", times.tokens_per_second()}});
                if (!w.json) fmt::print("{}\n", times.csv());
            }
    if (w.json) print_json({{"mesh", text_of(machine.mesh)}, {"rows", rows}});
}

}  // namespace

void add_bench(CLI::App& app) {
    auto* sub = app.add_subcommand("bench", "Modelled times on chips");
    auto w = std::make_shared<BenchWanted>();
    sub->add_option("--ckpt-dir", w->folder, "Measure this model; without it the experts' block");
    sub->add_option("--model", w->model, "Shape of the block")->capture_default_str();
    const auto add_sizes = [sub](const char* name, std::vector<std::int64_t>& to,
                                 const char* help) {
        sub->add_option(name, to, help)->delimiter(',')->check(CLI::Range(1, 1 << 20));
    };
    add_sizes("--tokens", w->tokens, "Of the block, one or several");
    add_sizes("--batch-sizes", w->batches, "Of the model");
    add_sizes("--input-lengths", w->inputs, "Of prompts");
    add_sizes("--output-lengths", w->outputs, "Decode steps");
    sub->add_option("--warmup", w->repeats.warmup, "Calls that are not counted")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    sub->add_option("--iterations", w->repeats.timed,
                    "Calls that are; of three or more the smallest and the largest are left out")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    sub->add_option("--csv", w->csv, "Append lines to this file");
    add_device_options(*sub, w->device);
    sub->add_flag("--json", w->json, "As JSON");
    sub->callback([w] {
        append(w->csv, "");  // loading takes minutes: a file that cannot be written is told before
        w->folder.empty() ? bench_block(*w) : bench_model(*w);
    });
}

}  // namespace qwen3::commands
