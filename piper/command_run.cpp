// `piper run`: a pipeline over files, to arrays.
#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "chip/chip_backend.hpp"
#include "chip/rates.hpp"
#include "commands.hpp"
#include "engine.hpp"

namespace piper {
namespace {

struct RunCommand {
    std::string pipeline, out, chip, vocabulary, bad = "error", format = "npy";
    std::vector<std::string> inputs;
    unsigned threads = 0;
    double batch = 16;  // MiB
    bool host = false, reference = false, two_passes = false, force = false, json = false;
    bool no_fusing = false, no_constant_prop = false, cpu_fallback = false;
};

void options_of_run(CLI::App& sub, RunCommand& o) {
    sub.add_option("PIPELINE", o.pipeline, "P-I, P-II, P-III or a JSON file")->required();
    sub.add_option(
           "INPUT", o.inputs,
           "TSV, or binary rows by the ending .bin; gzip and zstd; patterns; - is standard input")
        ->required();
    sub.add_option("-o,--output", o.out, "Folder to make; without one the result is only counted");
    sub.add_option("--format", o.format, "Of the output: npy, or raw columns with columns.json")
        ->check(CLI::IsMember({"npy", "raw"}));
    sub.add_flag("--force", o.force, "Replace the folder when the new one is complete");
    auto* host = sub.add_flag("--host", o.host, "On this machine, which is the default");
    auto* reference =
        sub.add_flag("--reference", o.reference, "On this machine, by the scalar reference");
    host->excludes(reference);
    sub.add_option("--chip", o.chip, "On a virtual board: e75, e150, n150, p150...")
        ->excludes(host)
        ->excludes(reference);
    add_threads(sub, o.threads);
    sub.add_option("--batch", o.batch, "MiB that are worked on at a time")
        ->check(within(.001, 1e5));
    sub.add_option("--bad", o.bad, "A field that is no number: error, or missing")
        ->check(CLI::IsMember({"error", "missing"}));
    sub.add_option("--vocabulary", o.vocabulary,
                   "Ids from the folder `vocabulary` of an earlier output, not from this input");
    sub.add_flag("--two-passes", o.two_passes, "Vocabularies in a pass of their own; same result");
    sub.add_flag("--cpu-fallback", o.cpu_fallback,
                 "With --chip: what the board has no kernel for runs here, not refused");
    sub.add_flag("--no-auto-fusing", o.no_fusing, "A pass over memory for each operator");
    sub.add_flag("--no-constant-prop", o.no_constant_prop, "Operators stay as they are written");
    sub.add_flag("--json", o.json, "Figures as one object");
}

void show_progress(const Progress& p, std::uint64_t all) {
    const double speed = static_cast<double>(p.bytes) / 1e9 / p.seconds;
    std::string left;
    if (all != 0 && p.taken != 0)
        left =
            fmt::format(", {:.0f} s left", p.seconds / static_cast<double>(p.taken) *
                                               static_cast<double>(all - std::min(all, p.taken)));
    fmt::print(stderr, "\r\033[K{} rows, {:.2f} GB/s{}", p.rows, speed, left);
}

std::string backend_of(const RunCommand& o) {
    if (!o.chip.empty()) return o.chip;
    return o.reference ? "reference" : "host";
}

std::unique_ptr<Backend> make_backend(const RunCommand& o) {
    if (!o.chip.empty()) {
        chip::limits_of(o.chip);  // refuses what is no board before anything is opened
        return chip_backend(o.chip, o.cpu_fallback);
    }
    return o.reference ? reference_backend() : host_backend();
}

// Modelled: a board works on one batch while the link moves the next.
nlohmann::json board_json(const std::string& chip, const BoardTimes& t) {
    const double gigabytes = static_cast<double>(t.bytes_up + t.bytes_down) / 1e9;
    const double link = gigabytes / chip::limits_of(chip).link_gbs;
    return {{"programs", t.programs},
            {"program_seconds", t.seconds},
            {"link_bytes", t.bytes_up + t.bytes_down},
            {"link_seconds", link},
            {"binding", link > t.seconds ? "host link" : "programs"}};
}

void report(const RunCommand& o, const Plan& plan, const RunResult& r, const BoardTimes& board) {
    const double seconds = r.total.seconds;
    const double in = static_cast<double>(r.total.bytes) / 1e9 / seconds;
    const double both = static_cast<double>(r.total.bytes + r.bytes_out) / 1e9 / seconds;
    if (o.json) {
        nlohmann::json sizes;
        for (const auto& [field, v] : r.vocabularies) sizes[field_name(field)] = v.size();
        nlohmann::json json{{"schema", kJsonSchema},    {"pipeline", plan.name},
                            {"backend", backend_of(o)}, {"rows", r.total.rows},
                            {"seconds", seconds},       {"bytes_in", r.total.bytes},
                            {"bytes_out", r.bytes_out}, {"gbs_in", in},
                            {"gbs_inout", both},        {"operator_bytes", r.read + r.written},
                            {"vocabularies", sizes}};
        if (!o.chip.empty()) json["board"] = board_json(o.chip, board);
        fmt::print("{}\n", json.dump(2));
        return;
    }
    fmt::print("{}: {} rows in {:.2f} s, {:.2f} GB/s in, {:.2f} GB/s in and out{}\n", plan.name,
               r.total.rows, seconds, in, both, o.out.empty() ? "" : "; " + o.out);
    if (!o.chip.empty()) {
        const auto b = board_json(o.chip, board);
        fmt::print("{}, modelled: {} programs in {:.6f} s, {} MB through the link in {:.6f} s\n",
                   o.chip, board.programs, board.seconds, b["link_bytes"].get<double>() / 1e6,
                   b["link_seconds"].get<double>());
    }
}

// One folder for all processes: the first begins it, and tells the others which.
std::unique_ptr<Output> make_output(const RunCommand& o, const Plan& plan, Ranks& ranks) {
    if (o.out.empty()) return nullptr;
    const auto format = o.format == "raw" ? OutputFormat::raw : OutputFormat::npy;
    std::unique_ptr<Output> output;
    if (ranks.first()) output = std::make_unique<Output>(plan, o.out, format, o.force);
    const auto ids = ranks.gather({static_cast<std::uint64_t>(getpid())});
    if (!ranks.first()) output = std::make_unique<Output>(plan, o.out, format, o.force, ids[0][0]);
    return output;
}

Exit run_with(const RunCommand& o, Ranks& ranks) {
    const auto backend = make_backend(o);
    const Inputs inputs = find_inputs(o.inputs);
    Plan plan = make_plan(find_pipeline(o.pipeline), {.auto_fusing = !o.no_fusing,
                                                      .constant_prop = !o.no_constant_prop,
                                                      .text = !inputs.binary,
                                                      .hex_apart = backend->is_chip()});
    std::map<std::size_t, Vocabulary> vocabularies;
    if (!o.vocabulary.empty()) {
        vocabularies = read_vocabularies(o.vocabulary, plan);
        for (ColumnPlan& column : plan.columns)
            if (column.vocabulary) column.vocabulary->generate = false;
    }
    const std::unique_ptr<Output> output = make_output(o, plan, ranks);
    RunOptions options{.threads = o.threads,
                       .batch_bytes = static_cast<std::size_t>(o.batch * 1048576),
                       .bad = o.bad == "missing" ? Bad::missing : Bad::error,
                       .two_passes = o.two_passes};
    options.ranks = &ranks;
    const bool shown = !o.json && ranks.first() && isatty(STDERR_FILENO) != 0;
    if (shown) options.progress = [&](const Progress& p) { show_progress(p, inputs.bytes); };
    const RunResult result =
        run(plan, *backend, inputs, output.get(), options, std::move(vocabularies));
    if (shown) fmt::print(stderr, "\r\033[K");
    if (ranks.first()) report(o, plan, result, backend->times());
    return Exit::fine;
}

Exit run_command(const RunCommand& o) {
    const auto ranks = find_ranks();
    try {
        return run_with(o, *ranks);
    } catch (const Error& e) {
        if (ranks->size() > 1) fmt::print(stderr, "error: {}\n", e.what());
        ranks->abort(static_cast<int>(e.exit));  // the others would wait for this one
        throw;
    }
}

}  // namespace

void add_run(CLI::App& app, Action& chosen) {
    add_command<RunCommand>(app, chosen, "run", "Run a pipeline over files", options_of_run,
                            run_command);
}

}  // namespace piper
