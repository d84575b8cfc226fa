// Columns whose steps are alike go to the board together and come back when all steps are done.
#include "chip/chip_backend.hpp"

#include <algorithm>

#include "chip/columns.hpp"
#include "chip/vocabularies.hpp"
#include "error.hpp"

namespace piper {
namespace {

using chip::Chip;
using chip::Columns;

struct Group {
    const std::vector<Step>* steps;
    std::vector<Column*> columns;
};

bool alike(const Column& a, const Column& b) {
    return a.type == b.type && a.width == b.width && a.missing.empty() == b.missing.empty();
}

std::vector<Group> groups_of(std::span<const ColumnWork> work) {
    std::vector<Group> groups;
    for (const ColumnWork& one : work) {
        if (one.steps->empty() || one.column->words.empty()) continue;
        const auto found = std::ranges::find_if(groups, [&](const Group& g) {
            return *g.steps == *one.steps && alike(*g.columns.front(), *one.column);
        });
        if (found != groups.end())
            found->columns.push_back(one.column);
        else
            groups.push_back({one.steps, {one.column}});
    }
    return groups;
}

// Which fields are empty matters to the operators that fill them and that find more of them.
bool needs_flags(std::span<const Step> steps) {
    return std::ranges::any_of(steps, [](const Step& step) {
        return std::ranges::any_of(step.operators, [](const Operator& op) {
            return op.name() == "FillMissing" || op.name() == "Hex2Int";
        });
    });
}

class ChipBackend : public Backend {
 public:
    ChipBackend(Chip& chip, bool cpu_fallback) : chip_(chip), cpu_fallback_(cpu_fallback) {}
    ChipBackend(std::unique_ptr<Chip> chip, bool cpu_fallback)
        : owned_(std::move(chip)), chip_(*owned_), cpu_fallback_(cpu_fallback) {}

    std::string_view name() const override { return "chip"; }
    bool is_chip() const override { return true; }

    void decode(std::string_view lines, const DecodeOptions& options, Decoded& into) override {
        decode_tsv(lines, options, into);
    }

    void run(const Step& step, Column& column, Traffic& traffic) override {
        const std::vector<Step> steps{step};
        run_columns({{ColumnWork{&steps, &column}}}, traffic);
    }

    void run_columns(std::span<const ColumnWork> work, Traffic&) override {
        for (const Group& group : groups_of(work)) run_group(*group.steps, group.columns);
    }

    void generate(std::span<const VocabularyWork> work, std::uint64_t first_row) override {
        const Shares shares = shares_of(work);
        Backend::generate(shares.host, first_row);
        const std::uint32_t range = range_of(shares.board);
        std::vector<Column*> columns;
        std::vector<Vocabulary*> vocabularies;
        for (const VocabularyWork& one : shares.board) {
            columns.push_back(one.column);
            vocabularies.push_back(one.vocabulary);
        }
        if (columns.empty() || columns.front()->words.empty()) return;
        chip::generate(chip_, chip::upload(chip_, columns, false), range, first_row, vocabularies);
    }

    void map(std::span<const VocabularyWork> work) override {
        const Shares shares = shares_of(work);
        Backend::map(shares.host);
        std::vector<Column*> columns;
        for (const VocabularyWork& one : shares.board) columns.push_back(one.column);
        if (columns.empty() || columns.front()->words.empty()) return;
        const chip::IdTables& tables = tables_of(shares.board);
        Columns up = chip::upload(chip_, columns, false);
        chip::map(chip_, tables, up);
        chip::download(chip_, up, columns);
    }

    BoardTimes times() override {
        const chip::Times& t = chip_.finish();
        return {t.programs, t.busy_seconds, t.bytes_up, t.bytes_down};
    }

 private:
    // What goes to the board, and what it has no kernel for.
    struct Shares {
        std::vector<VocabularyWork> board, host;
    };
    Shares shares_of(std::span<const VocabularyWork> work) const {
        Shares shares;
        for (const VocabularyWork& one : work)
            (cpu_fallback_ && !chip::has_room(chip_, one.range) ? shares.host : shares.board)
                .push_back(one);
        return shares;
    }

    static std::uint32_t range_of(std::span<const VocabularyWork> work) {
        std::uint32_t range = 0;
        for (const VocabularyWork& one : work) {
            if (one.range == 0)
                throw Error(Exit::not_modelled, "VocabGen: on a chip values need a range",
                            "put Modulus before it, or --cpu-fallback");
            range = std::max(range, one.range);
        }
        return range;
    }

    const chip::IdTables& tables_of(std::span<const VocabularyWork> work) {
        std::vector<const Vocabulary*> all;
        std::vector<std::uint32_t> sizes, oov;
        for (const VocabularyWork& one : work) {
            all.push_back(one.vocabulary);
            sizes.push_back(one.vocabulary->size());
            oov.push_back(one.oov);
        }
        if (all != mapped_ || sizes != mapped_sizes_ || oov != tables_.oov)
            tables_ = chip::make_tables(chip_, range_of(work), all, oov);
        mapped_ = all;
        mapped_sizes_ = sizes;
        return tables_;
    }

    // Embeddings end on the host, so that the steps behind one begin there again.
    void run_group(std::span<const Step> steps, std::span<Column* const> columns) {
        const bool flags = !columns.front()->missing.empty() && needs_flags(steps);
        std::vector<std::vector<std::uint8_t>> missing;
        if (!flags)
            for (const Column* column : columns) missing.push_back(column->missing);
        Columns up = chip::upload(chip_, columns, flags);
        for (std::size_t s = 0; s < steps.size(); ++s) {
            if (steps[s].operators.front().name() == "EmbeddingLookup") {
                embeddings_.embed(chip_, steps[s].operators.front(), up, columns);
                if (s + 1 < steps.size()) run_group(steps.subspan(s + 1), columns);
                return;
            }
            run_step(steps[s], up);
        }
        chip::download(chip_, up, columns);
        // Row-local operators leave the flags as they are.
        const bool lanes = std::ranges::none_of(steps, &Step::wide);
        for (std::size_t c = 0; c < missing.size() && lanes; ++c)
            columns[c]->missing = std::move(missing[c]);
    }

    void run_step(const Step& step, Columns& columns) {
        const Operator& op = step.operators.front();
        if (!step.wide) return chip::run_lanes(chip_, step.operators, columns);
        if (op.name() == "Hex2Int") return chip::hex_to_int(chip_, columns);
        if (op.name() == "OneHot") return chip::one_hot(chip_, op, columns);
        chip::first_x(chip_, op, columns);
    }

    std::unique_ptr<Chip> owned_{};  // outlives the tensors below
    Chip& chip_;
    const bool cpu_fallback_;
    chip::Tables embeddings_{};
    chip::IdTables tables_{};
    std::vector<const Vocabulary*> mapped_{};
    std::vector<std::uint32_t> mapped_sizes_{};
};

}  // namespace

std::unique_ptr<Backend> chip_backend(const std::string& product, bool cpu_fallback) {
    return std::make_unique<ChipBackend>(std::make_unique<Chip>(product), cpu_fallback);
}

std::unique_ptr<Backend> chip_backend(Chip& chip, bool cpu_fallback) {
    return std::make_unique<ChipBackend>(chip, cpu_fallback);
}

}  // namespace piper
