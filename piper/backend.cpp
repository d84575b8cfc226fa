// The two back ends of this machine, and what all have in common.
#include "backend.hpp"

#include <algorithm>

namespace piper {
namespace {

// Words that go through all operators of a step before the next: they stay in the first cache.
constexpr std::size_t kBlockWords = 2048;

void count_bytes(std::size_t read_words, std::size_t written_words, Traffic& traffic) {
    traffic.read += read_words * 4;
    traffic.written += written_words * 4;
}

void finish_lanes(const Step& step, Column& column) {
    for (const Operator& op : step.operators) {
        column.type = op.result(column.type);
        if (op.name() == "FillMissing") column.missing.clear();
    }
}

class ReferenceBackend : public Backend {
 public:
    std::string_view name() const override { return "reference"; }

    void decode(std::string_view lines, const DecodeOptions& options, Decoded& into) override {
        decode_tsv_reference(lines, options, into);
    }

    void run(const Step& step, Column& column, Traffic& traffic) override {
        if (step.wide) {
            const Operator& op = step.operators.front();
            Column out = op.row->wide_reference(op, column);
            count_bytes(column.words.size(), out.words.size(), traffic);
            column = std::move(out);
            return;
        }
        for (std::size_t i = 0; i < column.words.size(); ++i) {
            const bool missing = !column.missing.empty() && column.missing[i / column.width] != 0;
            Value x{column.type, column.words[i], missing};
            for (const Operator& op : step.operators) x = op.row->reference(op, x);
            column.words[i] = x.bits;
        }
        count_bytes(column.words.size(), column.words.size(), traffic);
        finish_lanes(step, column);
    }
};

class HostBackend : public Backend {
 public:
    std::string_view name() const override { return "host"; }

    void decode(std::string_view lines, const DecodeOptions& options, Decoded& into) override {
        decode_tsv(lines, options, into);
    }

    void run(const Step& step, Column& column, Traffic& traffic) override {
        if (step.wide) {
            const Operator& op = step.operators.front();
            Column out = op.row->wide_host(op, column);
            count_bytes(column.words.size(), out.words.size(), traffic);
            column = std::move(out);
            return;
        }
        for (std::size_t i = 0; i < column.words.size(); i += kBlockWords) {
            Block block{&column.words[i], column.missing.empty() ? nullptr : &column.missing[i],
                        std::min(kBlockWords, column.words.size() - i), column.type};
            for (const Operator& op : step.operators) {
                op.row->host(op, block);
                block.type = op.result(block.type);
                if (op.name() == "FillMissing") block.missing = nullptr;
            }
        }
        count_bytes(column.words.size(), column.words.size(), traffic);
        finish_lanes(step, column);
    }
};

}  // namespace

std::unique_ptr<Backend> reference_backend() {
    return std::make_unique<ReferenceBackend>();
}
std::unique_ptr<Backend> host_backend() {
    return std::make_unique<HostBackend>();
}

void Backend::run_columns(std::span<const ColumnWork> work, Traffic& traffic) {
    for (const ColumnWork& one : work)
        for (const Step& step : *one.steps) run(step, *one.column, traffic);
}

void Backend::generate(std::span<const VocabularyWork> work, std::uint64_t first_row) {
    for (const VocabularyWork& one : work) one.vocabulary->add(one.column->words, first_row);
}

void Backend::map(std::span<const VocabularyWork> work) {
    for (const VocabularyWork& one : work) {
        one.vocabulary->map(one.column->words, one.oov);
        one.column->type = Type::u32;
    }
}

}  // namespace piper
