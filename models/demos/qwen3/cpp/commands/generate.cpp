// `ironbird moe generate`: prompts to text.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "chat.hpp"
#include "command.hpp"
#include "error.hpp"
#include "generation.hpp"
#include "on_device.hpp"
#include "reference.hpp"
#include "spans.hpp"
#include "tokenizer.hpp"
#include "tt/load.hpp"

namespace qwen3::commands {
namespace {

struct GenerateWanted {
    std::string folder;
    std::vector<std::string> prompts;
    std::string system;
    DeviceWanted device;
    GenerationOptions options;
    std::int64_t batch = 0;
    std::int64_t max_seq_len = 512;
    std::string profile_trace;
    bool load = false;
    bool reference = false, eager = false;
    bool chat = false, no_thinking = false, json = false;
};

// Takes prompts again from the first when the batch is larger.
std::vector<std::vector<TokenId>> encode_prompts(const GenerateWanted& w,
                                                 const Tokenizer& tokenizer) {
    const std::size_t batch = w.batch ? w.batch : w.prompts.size();
    if (batch < w.prompts.size())
        fail("batch is {}, there are {} prompts", batch, w.prompts.size());
    std::vector<std::vector<TokenId>> out;
    for (std::size_t user = 0; user < batch; ++user) {
        const std::string& prompt = w.prompts[user % w.prompts.size()];
        std::vector<Message> messages;
        if (!w.system.empty()) messages.push_back({"system", w.system});
        messages.push_back({"user", prompt});
        out.push_back(tokenizer.encode(w.chat ? render_chat(messages, {.thinking = !w.no_thinking})
                                              : prompt));
    }
    return out;
}

void show_progress(std::int64_t done, std::int64_t all) {
    if (isatty(STDERR_FILENO) == 0) return;
    fmt::print(stderr, "\r\033[K");
    if (done < all) fmt::print(stderr, "loading layer {} of {}", done + 1, all);
}

// A model and the chips that it runs on, if any. The only place that knows what models there are.
struct Running {
    std::unique_ptr<device::Chips> chips;
    std::unique_ptr<Model> model;
    device::Qwen3MoE* on_chips = nullptr;  // the model, if it is one
};
Running make_model(const GenerateWanted& w, const Checkpoint& checkpoint, const Limits& limits,
                   Spans* spans) {
    if (w.reference)
        return {nullptr,
                std::make_unique<Qwen3MoEReference>(
                    checkpoint, limits, w.eager ? Loading::eager : Loading::lazy, show_progress)};
    device::DeviceOptions options = options_of(w.device);
    options.spans = spans;
    const Machine machine = machine_of(w.device);
    check_fits(machine, checkpoint.config(),
               {.batch = limits.max_batch_size,
                .context = limits.max_seq_len,
                .weights = parse_weight_format(w.device.weights)});
    auto chips = open_chips(machine);
    auto model =
        std::make_unique<device::Qwen3MoE>(*chips, checkpoint, limits, options, show_progress);
    device::Qwen3MoE* on_chips = model.get();
    on_chips->count_load(w.load);
    return {std::move(chips), std::move(model), on_chips};
}

void check_choice(const GenerateWanted& w) {
    if (w.reference && (w.device.any() || w.load || !w.profile_trace.empty()))
        fail(
            "--board, --mesh, --weight-cache, --trace, --load and --profile-trace are for devices, "
            "not for --reference");
    if (!w.reference) (void)options_of(w.device);
    if (!w.profile_trace.empty()) Spans::check_file(w.profile_trace);  // before weights are loaded
}

void print_text(const GenerateWanted& w, const Tokenizer& tokenizer, const Generated& generated) {
    for (std::size_t user = 1; user < generated.tokens.size(); ++user)
        fmt::print("[{}] {}{}\n", user, w.chat ? "" : w.prompts[user % w.prompts.size()],
                   tokenizer.decode(generated.tokens[user]));
    std::size_t all = 0;
    for (const auto& tokens : generated.tokens) all += tokens.size();
    std::fflush(stdout);
    fmt::print(stderr, "{} tokens; first after {:.0f} ms, then {:.1f} tokens/s per user (wall)\n",
               all, generated.wall.first_token_ms(), generated.wall.tokens_per_second_per_user());
    if (generated.modelled.first_token_ms() > 0)
        fmt::print(stderr, "modelled: first after {:.3f} ms, then {:.1f} tokens/s per user\n",
                   generated.modelled.first_token_ms(),
                   generated.modelled.tokens_per_second_per_user());
}

void print_chips(const GenerateWanted& w, const Running& running) {
    if (running.on_chips == nullptr) return;
    const auto dram = running.chips->dram();
    fmt::print(stderr, "DRAM of a chip: {:.3f} of {:.3f} GB ({:.1f} %)\n",
               static_cast<double>(dram.used) / 1e9, static_cast<double>(dram.total) / 1e9,
               100.0 * static_cast<double>(dram.used) / static_cast<double>(dram.total));
    if (w.load) fmt::print(stderr, "{}\n", device::text_of(device::load_of(*running.on_chips)));
}

Json json_of(const device::Load& load) {
    return {{"choices", load.choices},
            {"by_layer", load.by_layer},
            {"by_chip", load.by_chip},
            {"share_if_even", load.even_share()},
            {"share_of_busiest_chip", load.busiest_share()}};
}

void add_chips(Json& out, const GenerateWanted& w, const Running& running) {
    if (running.on_chips == nullptr) return;
    const auto dram = running.chips->dram();
    out["dram"] = {{"used_bytes", dram.used}, {"total_bytes", dram.total}};
    if (w.load) out["load"] = json_of(device::load_of(*running.on_chips));
}

Json json_of(const std::vector<std::vector<TokenId>>& prompts, const Tokenizer& tokenizer,
             const Generated& generated) {
    Json users = Json::array();
    for (std::size_t user = 0; user < prompts.size(); ++user)
        users.push_back({{"prompt", tokenizer.decode(prompts[user], false)},
                         {"text", tokenizer.decode(generated.tokens[user])},
                         {"ids", generated.tokens[user]},
                         {"ended", static_cast<bool>(generated.ended[user])}});
    Json out = {{"users", users},
                {"prompt_tokens", prompts.front().size()},
                {"first_token_ms", generated.wall.first_token_ms()},
                {"tokens_per_second_per_user", generated.wall.tokens_per_second_per_user()}};
    if (generated.modelled.first_token_ms() > 0)
        out.update({{"modelled_first_token_ms", generated.modelled.first_token_ms()},
                    {"modelled_tokens_per_second_per_user",
                     generated.modelled.tokens_per_second_per_user()}});
    return out;
}

void generate_text(GenerateWanted& w) {
    check_choice(w);
    check_sampling(w.options.sampling);
    const Tokenizer tokenizer = Tokenizer::read(std::filesystem::path(w.folder) / "tokenizer.json");
    const auto prompts = encode_prompts(w, tokenizer);
    const Checkpoint checkpoint(w.folder);
    if (w.max_seq_len > checkpoint.config().max_position_embeddings)
        fail("max-seq-len is {}, the model knows {} positions", w.max_seq_len,
             checkpoint.config().max_position_embeddings);
    Spans spans;
    const Limits limits{.max_batch_size = static_cast<std::int64_t>(prompts.size()),
                        .max_seq_len = w.max_seq_len};
    const Running running =
        make_model(w, checkpoint, limits, w.profile_trace.empty() ? nullptr : &spans);
    w.options.usable_tokens = static_cast<std::int64_t>(tokenizer.size());
    Stream stream(tokenizer);
    const auto show = [&](std::int64_t user, TokenId token) {
        if (w.json || user != 0) return;
        fmt::print("{}", stream.push(token));
        std::fflush(stdout);
    };
    if (!w.json && !w.chat) fmt::print("{}", w.prompts.front());
    const auto run = [&] {
        const auto whole = spans.enter("generate", Spans::Level::phase);
        return generate(*running.model, prompts, w.options, show);
    };
    const Generated generated = run();
    if (!w.profile_trace.empty()) spans.save(w.profile_trace);
    if (w.json) {
        Json out = json_of(prompts, tokenizer, generated);
        add_chips(out, w, running);
        return print_json(out);
    }
    fmt::print("{}\n", stream.finish());
    print_text(w, tokenizer, generated);
    print_chips(w, running);
}

void add_choices(CLI::App& sub, GenerateWanted& w) {
    sub.add_option("--temperature", w.options.sampling.temperature, "0: always the likeliest token")
        ->capture_default_str();
    sub.add_option("--top-p", w.options.sampling.top_p, "Share of probability that is drawn from")
        ->capture_default_str();
    sub.add_option("--seed", w.options.sampling.seed, "Of the drawing")
        ->check(CLI::Range(0., 9e18))
        ->capture_default_str();
    sub.add_option("--max-new-tokens", w.options.max_new_tokens, "For each user")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str();
    sub.add_option("--max-seq-len", w.max_seq_len, "Positions of the cache")
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str();
}

}  // namespace

void add_generate(CLI::App& app) {
    auto* sub = app.add_subcommand("generate", "Continue prompts, or answer them with --chat");
    auto w = std::make_shared<GenerateWanted>();
    sub->add_option("--ckpt-dir", w->folder, "config.json, tokenizer.json and safetensors")
        ->required();
    sub->add_option("--prompt", w->prompts, "Repeat it for several users")->required();
    sub->add_option("--batch", w->batch, "Users; prompts are taken again from the first")
        ->check(CLI::Range(1, 4096));
    add_choices(*sub, *w);
    sub->add_flag("--chat", w->chat, "The prompt is a question of a conversation");
    sub->add_option("--system", w->system, "With --chat: what comes before it");
    sub->add_flag("--no-thinking", w->no_thinking, "With --chat: answer without a thought");
    sub->add_flag("--reference", w->reference, "On the CPU, in place of devices");
    sub->add_flag("--eager", w->eager, "With --reference: keep all weights in memory as float");
    add_device_options(*sub, w->device);
    sub->add_flag("--load", w->load,
                  "Count the tokens of each expert and chip; steps are then not replayed");
    sub->add_option("--profile-trace", w->profile_trace,
                    "File for calls, layers and blocks as Chrome's trace viewer reads them");
    sub->add_flag("--json", w->json, "Text, tokens and times as JSON, at the end");
    sub->callback([w] { generate_text(*w); });
}

}  // namespace qwen3::commands
