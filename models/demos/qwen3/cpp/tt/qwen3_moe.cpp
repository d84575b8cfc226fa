// Layers, prefill, decode steps and their traces.
#include "tt/qwen3_moe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tt-metalium/distributed.hpp>
#include <utility>

#include "error.hpp"
#include "tt/matmul.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/gather/gather.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/embedding/embedding.hpp"
#include "ttnn/operations/normalization/rmsnorm/rmsnorm.hpp"
#include "ttnn/operations/reduction/argmax/argmax.hpp"

namespace qwen3::device {

using ttnn::Shape;

namespace {

std::int64_t tiles(std::int64_t value) {
    return (value + 31) / 32 * 32;
}

// Caches are of whole tiles.
Limits rounded(Limits limits) {
    limits.max_seq_len = tiles(limits.max_seq_len);
    limits.block_size = tiles(limits.block_size);
    return limits;
}

// What decides how weights are spread over chips, beside the mesh.
std::string spread_text(const DeviceOptions& options) {
    std::string out = fmt::format("{} {}", static_cast<int>(options.attention),
                                  static_cast<int>(options.experts.weights));
    for (const auto& chip : options.experts.placement) {
        out += ';';
        for (const std::int64_t expert : chip) out += fmt::format(" {}", expert);
    }
    return out;
}

std::vector<std::int32_t> signed_ids(std::span<const TokenId> tokens) {
    return {tokens.begin(), tokens.end()};
}

// Of `all_users` rows of `width` positions each: the first `length` of the first `users`.
std::vector<bool> rows_with_tokens(std::int64_t all_users, std::int64_t width, std::int64_t users,
                                   std::int64_t length) {
    std::vector<bool> out(all_users * width);
    for (std::int64_t user = 0; user < users; ++user)
        std::fill_n(out.begin() + user * width, length, true);
    return out;
}

}  // namespace

Qwen3MoE::Qwen3MoE(Chips& chips, const Checkpoint& checkpoint, const Limits& limits,
                   const DeviceOptions& options, const Progress& progress)
    : chips_(chips),
      config_(checkpoint.config()),
      limits_(limits),
      row_limits_(limits_of_row(chips, rounded(limits))),
      trace_(options.trace),
      spans_(options.spans),
      positions_(chips, config_, row_limits_),
      load_(config_.num_hidden_layers * config_.num_experts) {
    const Uploads uploads(chips, options.weight_cache.empty()
                                     ? std::filesystem::path()
                                     : weights_folder(options.weight_cache, checkpoint,
                                                      chips.mesh(), spread_text(options)));
    load_tables(uploads, checkpoint);
    for (std::int64_t layer = 0; layer < config_.num_hidden_layers; ++layer) {
        layers_.push_back(load_layer(uploads, checkpoint, layer, options));
        if (progress) progress(layer + 1, config_.num_hidden_layers);
    }
}

void Qwen3MoE::load_tables(const Uploads& uploads, const Checkpoint& checkpoint) {
    const std::int64_t hidden = config_.hidden_size, vocabulary = config_.vocab_size;
    const auto all = [&](const char* name) { return checkpoint.load(name, Loading::lazy).all(); };
    embedding_ = uploads.same(
        "embedding",
        {Shape({extent(vocabulary), extent(hidden)}), DataType::BFLOAT16, Layout::ROW_MAJOR},
        [&] { return all("embed_tokens.weight"); });
    norm_ = uploads.same("norm", {Shape({1, 1, 1, extent(hidden)})},
                         [&] { return all("norm.weight"); });
    // Columns beyond the vocabulary are never looked at.
    const auto columns = [&]() -> OfChip {
        return [this, hidden, vocabulary,
                head = all(config_.tie_word_embeddings ? "embed_tokens.weight" : "lm_head.weight")](
                   std::int64_t chip) {
            Values out(hidden * slice());
            for (std::int64_t c = 0; c < slice() && chip * slice() + c < vocabulary; ++c)
                for (std::int64_t h = 0; h < hidden; ++h)
                    out[h * slice() + c] = head[(chip * slice() + c) * hidden + h];
            return out;
        };
    };
    head_ = uploads.each("lm_head", {Shape({1, 1, extent(hidden), extent(slice())})}, columns);
}

Qwen3MoE::~Qwen3MoE() {
    for (auto& [key, step] : steps_)
        if (step.trace)
            chips_.device().release_mesh_trace(tt::tt_metal::distributed::MeshTraceId(*step.trace));
}

std::int64_t Qwen3MoE::slice() const {
    return tiles((config_.vocab_size + chips_.count() - 1) / chips_.count());
}

Qwen3MoE::Layer Qwen3MoE::load_layer(const Uploads& uploads, const Checkpoint& checkpoint,
                                     std::int64_t layer, const DeviceOptions& options) const {
    const std::string at = fmt::format("layers.{}.", layer);
    const auto weight = [&checkpoint, at](const std::string& name) {
        return checkpoint.load(at + name + ".weight", Loading::lazy).all();
    };
    const auto expert = [weight](const char* name) {
        return [weight, name](std::int64_t number) {
            return weight(fmt::format("mlp.experts.{}.{}", number, name));
        };
    };
    const auto norm = [&](const char* name) {
        return uploads.same(at + name, {Shape({1, 1, 1, extent(config_.hidden_size)})},
                            [&] { return weight(name); });
    };
    return {norm("input_layernorm"), norm("post_attention_layernorm"),
            AttentionBlock(uploads, at, config_, row_limits_, options.attention,
                           [&](const std::string& name) { return weight("self_attn." + name); }),
            ExpertBlock(uploads, at, config_, options.experts,
                        {expert("gate_proj"), expert("up_proj"), expert("down_proj"),
                         [&] { return weight("mlp.gate"); }})};
}

Tensor Qwen3MoE::norm(const Tensor& x, const Tensor& weight) const {
    return ttnn::rms_norm(x, static_cast<float>(config_.rms_norm_eps), weight);
}

Spans::Span Qwen3MoE::span(const std::string& name, Spans::Level level) {
    if (spans_ == nullptr) return {};
    return spans_->enter(name, level, [this] { chips_.wait(); });
}

Tensor Qwen3MoE::through_layers(Tensor x, Stage stage, const Turn& turn) {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const auto whole = span(fmt::format("layer {}", i), Spans::Level::layer);
        const Layer& layer = layers_[i];
        const auto attention = [&] {
            const auto block = span("attention", Spans::Level::block);
            const Tensor in = norm(x, layer.input_norm);
            return stage == Stage::prefill ? layer.attention.prefill(in, turn, positions_)
                                           : layer.attention.decode(in, turn, positions_);
        };
        const Tensor sum = ttnn::add(x, attention());
        x = ttnn::add(sum, mixed(i, sum));
    }
    return x;
}

Tensor Qwen3MoE::mixed(std::size_t number, const Tensor& sum) {
    const auto block = span("experts", Spans::Level::block);
    const Layer& layer = layers_[number];
    const auto& shape = sum.logical_shape();
    const Tensor rows = ttnn::reshape(norm(sum, layer.post_norm),
                                      Shape({1, 1, shape[0] * shape[1] * shape[2], shape[3]}));
    const Tensor out = layer.experts.forward(rows);
    if (counts_load_) {
        const auto counts = layer.experts.load(counted_);
        for (std::size_t e = 0; e < counts.size(); ++e)
            load_[number * counts.size() + e] += counts[e];
    }
    return ttnn::reshape(out, shape);
}

Qwen3MoE::Result Qwen3MoE::result(const Tensor& x, Wanted wanted) const {
    const Tensor logits = multiplied(norm(x, norm_), head_, DataType::FLOAT32);
    if (wanted == Wanted::logits) return {logits, std::nullopt};
    return {logits, greatest(logits)};
}

// The value is fetched from its place: a maximum by the matrix unit would have fewer bits.
Qwen3MoE::Greatest Qwen3MoE::greatest(const Tensor& logits) const {
    const Tensor masked = ttnn::add(logits, mask_);
    const Tensor places = ttnn::argmax(masked, -1, true);
    return {ttnn::gather(masked, -1, ttnn::to_layout(places, Layout::TILE)), places};
}

// Written into the tensor that captured steps read.
void Qwen3MoE::set_usable(std::int64_t usable) {
    if (usable == usable_) return;
    const auto of_chip = [&](std::int64_t chip) {
        Values out(slice());
        for (std::int64_t i = 0; i < slice(); ++i)
            if (chip * slice() + i >= usable) out[i] = -std::numeric_limits<float>::infinity();
        return out;
    };
    if (usable_ < 0)
        mask_ = chips_.each(of_chip, Shape({1, 1, 1, extent(slice())}), DataType::FLOAT32,
                            Layout::TILE);
    else
        chips_.write_each(of_chip, mask_);
    usable_ = usable;
}

std::vector<float> Qwen3MoE::gathered(const Tensor& logits, std::int64_t users) const {
    std::vector<float> out(users * config_.vocab_size);
    for (std::int64_t chip = 0; chip < chips_.count(); ++chip) {
        const std::int64_t first = chip * slice();
        const std::int64_t count = std::min(slice(), config_.vocab_size - first);
        if (count <= 0) break;
        const Values part = chips_.read(logits, chip);
        for (std::int64_t user = 0; user < users; ++user)
            std::copy_n(part.begin() + user * slice(), count,
                        out.begin() + user * config_.vocab_size + first);
    }
    return out;
}

// The first of equals has the lowest number, since chips have the vocabulary in its order.
std::vector<TokenId> Qwen3MoE::gathered(const Greatest& greatest, std::int64_t users) const {
    std::vector<TokenId> out(users);
    Values best(users, -std::numeric_limits<float>::infinity());
    for (std::int64_t chip = 0; chip < chips_.count(); ++chip) {
        const Values values = chips_.read(greatest.values, chip);
        const Values places = chips_.read(greatest.places, chip);
        for (std::int64_t user = 0; user < users; ++user) {
            if (!(values[user] > best[user])) continue;
            best[user] = values[user];
            out[user] =
                static_cast<TokenId>(chip * slice() + static_cast<std::int64_t>(places[user]));
        }
    }
    return out;
}

std::vector<float> Qwen3MoE::forward(const Batch& batch) {
    return gathered(run(batch, Wanted::logits).logits, batch.users);
}

std::vector<TokenId> Qwen3MoE::likeliest(const Batch& batch, std::int64_t usable) {
    if (usable < 1 || usable > config_.vocab_size)
        fail("{} tokens may be chosen, 1 to {} is allowed", usable, config_.vocab_size);
    set_usable(usable);
    return gathered(run(batch, Wanted::greatest).greatest.value(), batch.users);
}

// Rows of the mesh that share the users always have all of them, those that are missing as padding.
std::int64_t Qwen3MoE::padded(std::int64_t users) const {
    return row_limits_.max_batch_size < limits_.max_batch_size ? limits_.max_batch_size : users;
}

Qwen3MoE::Result Qwen3MoE::run(const Batch& batch, Wanted wanted) {
    check_batch(*this, batch);
    chips_.take_time();
    const auto whole = span(batch.length() > 1 ? fmt::format("prefill of {}", batch.length())
                                               : fmt::format("decode at {}", batch.start),
                            Spans::Level::program);
    std::vector<TokenId> tokens(batch.tokens.begin(), batch.tokens.end());
    const std::int64_t users = padded(batch.users), length = batch.length();
    tokens.resize(users * length);
    Result last;
    const std::int64_t width = batch.start == 0 && length > 1 ? tiles(length) : 1;
    counted_ = rows_with_tokens(users, width, batch.users, std::min(width, length));
    if (batch.start == 0 && length > 1) {
        last = prefill({.users = users, .tokens = tokens}, wanted);
    } else {
        std::vector<TokenId> column(users);
        for (std::int64_t i = 0; i < length; ++i) {
            for (std::int64_t user = 0; user < users; ++user)
                column[user] = tokens[user * length + i];
            last = decode(users, batch.start + i, column, wanted);
        }
    }
    seconds_ = chips_.take_time().span();
    return last;
}

// Lengths are rounded up to whole tiles: what is behind a token does not change it, and what the
// cache then holds too much is overwritten before anybody sees it.
Qwen3MoE::Result Qwen3MoE::prefill(const Batch& batch, Wanted wanted) {
    const std::int64_t length = batch.length(), width = tiles(length), users = batch.users;
    std::vector<std::int32_t> ids(users * width);
    for (std::int64_t user = 0; user < users; ++user)
        std::copy_n(batch.tokens.begin() + user * length, length, ids.begin() + user * width);
    const Tensor numbers =
        chips_.numbers(ids, Shape({extent(users), extent(width)}), DataType::UINT32);
    Tensor x = ttnn::reshape(ttnn::embedding(numbers, embedding_, std::nullopt, Layout::TILE),
                             Shape({extent(users), 1, extent(width), extent(config_.hidden_size)}));
    const Turn turn = turn_for_prefill(positions_, extent(width));
    x = through_layers(x, Stage::prefill, turn);
    using Places = ttsl::SmallVector<std::uint32_t>;
    const Tensor last = ttnn::slice<std::uint32_t>(
        x, Places{0, 0, extent(length - 1), 0},
        Places{extent(users), 1, extent(length), extent(config_.hidden_size)}, Places{1, 1, 1, 1});
    const Tensor rows =
        ttnn::reshape(last, Shape({1, 1, extent(users), extent(config_.hidden_size)}));
    return result(rows, wanted);
}

Qwen3MoE::Result Qwen3MoE::decode_step(const Step& step, Wanted wanted) {
    const std::uint32_t users = step.ids.logical_shape()[1];
    Tensor x = ttnn::reshape(ttnn::embedding(step.ids, embedding_, std::nullopt, Layout::TILE),
                             Shape({1, 1, users, extent(config_.hidden_size)}));
    const Turn turn = turn_for_decode(positions_, step.numbers, step.places);
    x = through_layers(x, Stage::decode, turn);
    return result(x, wanted);
}

// Once as it is, so that all programs are there; what it does to the cache is done again.
void Qwen3MoE::capture(Step& step, Wanted wanted) {
    decode_step(step, wanted);
    Spans* const spans = std::exchange(spans_, nullptr);
    auto& queue = chips_.device().mesh_command_queue();
    const auto id = chips_.device().begin_mesh_trace(queue);
    step.result = decode_step(step, wanted);
    chips_.device().end_mesh_trace(queue, id);
    spans_ = spans;
    step.trace = *id;
}

Qwen3MoE::Result Qwen3MoE::decode(std::int64_t users, std::int64_t position,
                                  std::span<const TokenId> tokens, Wanted wanted) {
    const auto ids = signed_ids(tokens);
    // All users are at the same position, so those of a row are told the same.
    const std::int64_t here = std::min(users, row_limits_.max_batch_size);
    const std::vector<std::int32_t> places(here, static_cast<std::int32_t>(position));
    auto [at, fresh] = steps_.try_emplace({users, wanted});
    Step& step = at->second;
    if (fresh) {
        step.ids = chips_.numbers(ids, Shape({1, extent(users)}), DataType::UINT32);
        step.numbers = chips_.numbers(places, Shape({extent(here), 1}), DataType::UINT32);
        step.places = chips_.numbers(places, Shape({extent(here)}), DataType::INT32);
    } else {
        chips_.write(ids, step.ids);
        chips_.write(places, step.numbers);
        chips_.write(places, step.places);
    }
    if (!trace_ || counts_load_) return decode_step(step, wanted);
    if (!step.trace) capture(step, wanted);
    chips_.device().replay_mesh_trace(chips_.device().mesh_command_queue(),
                                      tt::tt_metal::distributed::MeshTraceId(*step.trace), false);
    return step.result;
}

}  // namespace qwen3::device
