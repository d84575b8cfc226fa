// The two back ends that there are.
#include "backend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "error.hpp"

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

std::unique_ptr<Backend> find_backend(std::string_view name) {
    if (name == "host") return host_backend();
    if (name == "reference") return reference_backend();
    throw Error(Exit::not_modelled,
                fmt::format("pipelines do not run on {} yet: there are no kernels", name),
                "leave --chip out: the host back end runs them");
}

}  // namespace piper
