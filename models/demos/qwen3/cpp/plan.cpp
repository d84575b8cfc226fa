// Sums over the tensors of a model, placed on a mesh.
#include "plan.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"

namespace qwen3 {
namespace {

constexpr double kBf16 = 2;
constexpr double kBf8 = 1088.0 / 1024;  // a tile of 1024 with its 64 exponents
constexpr double kTraceBytes = 128.0 * (1 << 20);
constexpr int kProjectionPasses = 2;  // HiFi2

double real(std::int64_t value) {
    return static_cast<double>(value);
}

double projection_weights(const Config& c) {
    return real(2 * c.hidden_size * (c.query_width() + c.kv_width()));
}

double expert_weights(const Config& c) {
    return real(3 * c.hidden_size * c.moe_intermediate_size);
}

double attention_flops(const Config& c, double users, double length, double context) {
    return 2 * users * length * projection_weights(c) +
           2 * 2 * users * real(c.query_width()) * length * context;
}

double moe_flops(const Config& c, double tokens) {
    return 2 * tokens *
           (real(c.hidden_size * c.num_experts) + real(c.num_experts_per_tok) * expert_weights(c));
}

// Share of experts that at least one of `tokens` goes to, when all are as likely.
double share_of_experts(const Config& c, double tokens) {
    return 1 - std::pow(1 - real(c.num_experts_per_tok) / real(c.num_experts), tokens);
}

ChipBytes chip_bytes(const Config& c, const Mesh& mesh, const Workload& w) {
    const double layers = real(c.num_hidden_layers), chips = real(mesh.chips());
    const double columns = real(mesh.columns);
    const double vocabulary = real(c.vocab_size * c.hidden_size);
    const double copies = real(kv_replication(c.num_key_value_heads, mesh.columns));
    const double kv = real(c.kv_width()) * copies / columns;
    const double each = w.weights == WeightFormat::bf8 ? kBf8 : kBf16;
    const double projections = real(c.hidden_size) * (2 * real(c.query_width()) / columns + 2 * kv);
    return {
        .embedding = vocabulary * kBf16,
        .attention = layers * projections * each,
        .experts = layers * real(c.num_experts) * expert_weights(c) * each / chips,
        .router = layers * real(c.hidden_size * c.num_experts) * kBf16,
        .head = vocabulary * kBf16 / chips,
        .norms = (layers * real(2 * c.hidden_size + 2 * c.head_dim) + real(c.hidden_size)) * kBf8,
        .kv_cache =
            2 * layers * kv * real(w.context) * kBf16 * real(users_of_row(w.batch, mesh.rows))};
}

// A reduce-scatter and an all-gather each move (n-1)/n of the data over every link of a line.
double collective(double bytes, std::int64_t chips, const Board& board) {
    if (chips == 1) return 0;
    const double steps = real(chips - 1);
    return steps / real(chips) * bytes / (board.chip->link_gb_per_s * 1e9 * real(board.links)) +
           steps * board.chip->hop_seconds;
}

// `share`: of the users that a row attends to.
double link_seconds(const Config& c, const Board& board, const Mesh& mesh, double tokens,
                    double share) {
    const double all = tokens * real(c.hidden_size) * kBf16;
    const double joined = share < 1 ? collective(all, mesh.rows, board) : 0;
    const double attention = 2 * collective(all * share, mesh.columns, board) + joined;
    const double experts =
        2 * collective(all, mesh.columns, board) + 2 * collective(all, mesh.rows, board);
    return real(c.num_hidden_layers) * (attention + experts);
}

StepTime step(const Config& c, const Board& board, const Mesh& mesh, const ChipBytes& bytes,
              const Workload& w, double length, const LayerFlops& layer) {
    const double tokens = real(w.batch) * length;
    const double share = real(users_of_row(w.batch, mesh.rows)) / real(w.batch);
    const double read = bytes.attention + bytes.router + bytes.head + bytes.norms +
                        bytes.experts * share_of_experts(c, tokens) + bytes.kv_cache;
    const double attention = layer.attention * share / real(mesh.columns);
    const double head = 2 * real(w.batch) * real(c.vocab_size * c.hidden_size);
    const double flops = real(c.num_hidden_layers) * (attention + layer.moe / real(mesh.chips())) +
                         head / real(mesh.chips());
    return {.dram = read / (board.chip->dram_matmul_gb_per_s * 1e9),
            .compute = flops / board.chip->flops(kProjectionPasses),
            .links = link_seconds(c, board, mesh, tokens, share)};
}

void check_mesh(const Config& c, const Board& board, const Mesh& mesh, const Workload& w) {
    if (mesh.chips() > board.chips)
        fail("mesh {} has {} chips, {} has {}", text_of(mesh), mesh.chips(), board.name,
             board.chips);
    if (c.num_experts % mesh.chips() != 0)
        fail("mesh {} does not divide {} experts", text_of(mesh), c.num_experts);
    if (c.num_attention_heads % mesh.columns != 0)
        fail("{} columns of mesh {} do not divide {} heads", mesh.columns, text_of(mesh),
             c.num_attention_heads);
    if (w.batch < 1 || w.context < 1)
        fail("batch {} and context {}, 1 or more is allowed", w.batch, w.context);
}

}  // namespace

ParameterCount count_parameters(const Config& c) {
    const std::int64_t hidden = c.hidden_size, expert = 3 * hidden * c.moe_intermediate_size;
    const std::int64_t attention = 2 * hidden * (c.query_width() + c.kv_width()) + 2 * c.head_dim;
    const std::int64_t router = hidden * c.num_experts;
    const std::int64_t tables = (c.tie_word_embeddings ? 1 : 2) * c.vocab_size * hidden;
    const auto model = [&](std::int64_t experts) {
        return tables + hidden +
               c.num_hidden_layers * (attention + router + experts * expert + 2 * hidden);
    };
    return {.attention = attention,
            .moe = router + c.num_experts * expert,
            .total = model(c.num_experts),
            .active = model(c.num_experts_per_tok)};
}

LayerFlops prefill_flops(const Config& c, std::int64_t batch, std::int64_t length) {
    return {.attention = attention_flops(c, real(batch), real(length), real(length)),
            .moe = moe_flops(c, real(batch * length))};
}

LayerFlops decode_flops(const Config& c, std::int64_t batch, std::int64_t context) {
    return {.attention = attention_flops(c, real(batch), 1, real(context)),
            .moe = moe_flops(c, real(batch))};
}

WeightFormat parse_weight_format(std::string_view text) {
    if (text == "bf8") return WeightFormat::bf8;
    if (text == "bf16") return WeightFormat::bf16;
    fail("weights are {}, bf16 and bf8 are allowed", text);
}

std::int64_t kv_replication(std::int64_t kv_heads, std::int64_t columns) {
    for (std::int64_t copies = 1; copies <= 100; ++copies)
        if (kv_heads * copies % columns == 0) return copies;
    fail("{} kv heads cannot be spread over {} columns", kv_heads, columns);
}

std::int64_t users_of_row(std::int64_t users, std::int64_t rows) {
    return users % (rows * kUserUnit) == 0 ? users / rows : users;
}

std::string_view StepTime::bound() const {
    if (links >= dram && links >= compute) return "links";
    return dram >= compute ? "DRAM" : "matrix unit";
}

BoardPlan plan_board(const Config& c, const Board& board, const Mesh& mesh, const Workload& w) {
    check_mesh(c, board, mesh, w);
    const ChipBytes bytes = chip_bytes(c, mesh, w);
    BoardPlan plan{.board = &board,
                   .mesh = mesh,
                   .bytes = bytes,
                   .available = static_cast<double>(board.chip->dram_bytes) - kTraceBytes};
    plan.prefill =
        step(c, board, mesh, bytes, w, real(w.context), prefill_flops(c, w.batch, w.context));
    plan.decode = step(c, board, mesh, bytes, w, 1, decode_flops(c, w.batch, w.context));
    plan.tokens_per_second = real(w.batch) / plan.decode.sum();
    return plan;
}

}  // namespace qwen3
