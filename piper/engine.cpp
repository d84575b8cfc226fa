// Three stages a batch: chunks are decoded and go through the lane operators, each on its own; then
// columns through their vocabularies, rows in order; then chunks again to what follows and the
// files.
#include "engine.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <thread>

#include "batch.hpp"
#include "error.hpp"

namespace piper {
namespace {

using Clock = std::chrono::steady_clock;

struct Part {
    Decoded decoded{};
    Results results{};
    std::uint64_t first_row = 0;
};

class Run {
 public:
    Run(const Plan& plan, Backend& backend, const Inputs& inputs, Output* output,
        const RunOptions& options, std::map<std::size_t, Vocabulary>& vocabularies)
        : plan_(plan),
          backend_(backend),
          inputs_(inputs),
          output_(output),
          options_(options),
          threads_(thread_count(options.threads)),
          vocabularies_(vocabularies) {}

    // All batches. `finish` does with the parts of a batch what comes behind the first stage.
    template <class Finish>
    void pass(Finish finish) {
        Batcher batcher(open_inputs(inputs_), options_.batch_bytes, inputs_.binary);
        Batch now, next;
        progress_ = {};
        lines_ = 0;
        bool more = batcher.next(now);
        std::uint64_t index = 0;
        while (more) {
            // The next batch is read, and decompressed, while this one is worked on.
            auto ahead = std::async(std::launch::async, [&] { return batcher.next(next); });
            if (is_mine(index++)) {
                prepare(now);
                finish();
            } else {
                skip(now);
            }
            report(now);
            more = ahead.get();
            std::swap(now, next);
        }
    }

    void generate_apart();
    void generate_in_order();
    void merge_ranks();
    void add_vocabularies();
    void map_vocabularies();
    void write();

    Progress progress_{};
    Traffic traffic_{};

 private:
    bool is_mine(std::uint64_t batch) const {
        return options_.ranks == nullptr ||
               batch % options_.ranks->size() == options_.ranks->rank();
    }
    void skip(const Batch& batch);
    void prepare(const Batch& batch);
    void take_columns(Part& part);
    std::vector<VocabularyWork> vocabulary_work(Part& part, bool generated);
    unsigned workers() const { return backend_.is_chip() ? 1 : threads_; }
    void report(const Batch& batch);

    const Plan& plan_;
    Backend& backend_;
    const Inputs& inputs_;
    Output* output_;
    const RunOptions& options_;
    unsigned threads_;
    std::map<std::size_t, Vocabulary>& vocabularies_;
    std::vector<Part> parts_{};
    std::size_t used_ = 0;  // of the parts, which keep their memory
    std::uint64_t lines_ = 0;
    Clock::time_point start_ = Clock::now();
};

void Run::take_columns(Part& part) {
    part.results.resize(plan_.columns.size());
    std::vector<ColumnWork> work;
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
        const ColumnPlan& plan = plan_.columns[c];
        // An exchange: the decoder gets memory back for its next chunk.
        std::swap(part.results[c], part.decoded.chunk.columns[plan.field]);
        work.push_back({&plan.before, &part.results[c]});
    }
    backend_.run_columns(work, traffic_);
}

// The columns of a part that have vocabularies.
std::vector<VocabularyWork> Run::vocabulary_work(Part& part, bool generated) {
    std::vector<VocabularyWork> work;
    for (std::size_t c = 0; c < plan_.columns.size(); ++c) {
        const auto& step = plan_.columns[c].vocabulary;
        if (!step || (generated && !step->generate)) continue;
        Vocabulary& vocabulary = vocabularies_.at(plan_.columns[c].field);
        work.push_back({&part.results[c], &vocabulary, step->range,
                        step->oov < 0 ? vocabulary.size() : static_cast<std::uint32_t>(step->oov)});
    }
    return work;
}

void Run::prepare(const Batch& batch) {
    // A board takes all of a batch at once.
    const auto chunks =
        cut(batch.bytes, backend_.is_chip() ? batch.bytes.size() : options_.chunk_bytes,
            inputs_.binary);
    used_ = chunks.size();
    if (parts_.size() < used_) parts_.resize(used_);
    const DecodeOptions decode{options_.bad, plan_.decode_hex};
    in_parallel(used_, workers(), [&](std::size_t i, unsigned) {
        Part& part = parts_[i];
        if (inputs_.binary)
            decode_binary(chunks[i], decode, part.decoded);
        else
            backend_.decode(chunks[i], decode, part.decoded);
        if (!part.decoded.bad) take_columns(part);
    });
    for (std::size_t i = 0; i < used_; ++i) {
        Part& part = parts_[i];
        if (part.decoded.bad)
            throw Error(Exit::could_not_start,
                        fmt::format("line {}: {}", lines_ + part.decoded.bad->line + 1,
                                    part.decoded.bad->message),
                        "--bad missing takes such fields as empty ones");
        part.first_row = progress_.rows;
        progress_.rows += part.decoded.chunk.rows;
        lines_ += part.decoded.lines;
    }
}

// Another process has this batch; where its rows stand must be known here, too.
void Run::skip(const Batch& batch) {
    const Counted counted = count_rows(batch.bytes, inputs_.binary);
    progress_.rows += counted.rows;
    lines_ += counted.lines;
}

void Run::report(const Batch& batch) {
    progress_.bytes += batch.bytes.size();
    progress_.taken = batch.taken;
    progress_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (options_.progress) options_.progress(progress_);
}

// Both passes in one: an id is final from the first appearance of its value on.
void Run::add_vocabularies() {
    in_parallel(plan_.columns.size(), threads_, [&](std::size_t c, unsigned) {
        const ColumnPlan& plan = plan_.columns[c];
        if (!plan.vocabulary) return;
        Vocabulary& vocabulary = vocabularies_.at(plan.field);
        const std::uint32_t oov = plan.vocabulary->oov < 0
                                      ? vocabulary.size()
                                      : static_cast<std::uint32_t>(plan.vocabulary->oov);
        for (std::size_t i = 0; i < used_; ++i) {
            if (plan.vocabulary->generate)
                vocabulary.add(parts_[i].results[c].words, parts_[i].first_row);
            else
                vocabulary.map(parts_[i].results[c].words, oov);
            parts_[i].results[c].type = Type::u32;
        }
    });
}

void Run::map_vocabularies() {
    in_parallel(used_, workers(),
                [&](std::size_t i, unsigned) { backend_.map(vocabulary_work(parts_[i], false)); });
}

// On a board: parts follow each other, and it finds what is new in each.
void Run::generate_in_order() {
    pass([&] {
        for (std::size_t i = 0; i < used_; ++i)
            backend_.generate(vocabulary_work(parts_[i], true), parts_[i].first_row);
    });
}

// The first of two passes: each worker has vocabularies of its own, for the chunks that it happens
// to get; which those are does not matter to the merged result.
void Run::generate_apart() {
    std::vector<std::map<std::size_t, Vocabulary>> own(threads_, vocabularies_);
    pass([&] {
        in_parallel(used_, threads_, [&](std::size_t i, unsigned worker) {
            for (std::size_t c = 0; c < plan_.columns.size(); ++c)
                if (const auto& v = plan_.columns[c].vocabulary; v && v->generate)
                    own[worker]
                        .at(plan_.columns[c].field)
                        .add(parts_[i].results[c].words, parts_[i].first_row);
        });
    });
    for (auto& [field, vocabulary] : vocabularies_) {
        std::vector<Vocabulary> shares;
        for (auto& worker : own) shares.push_back(std::move(worker.at(field)));
        vocabulary = Vocabulary::merge(shares);
    }
}

// What all processes have seen, numbered by first row.
void Run::merge_ranks() {
    for (const ColumnPlan& column : plan_.columns) {
        if (!column.vocabulary || !column.vocabulary->generate) continue;
        Vocabulary& vocabulary = vocabularies_.at(column.field);
        std::vector<std::uint64_t> words;
        for (const auto& entry : vocabulary.entries()) {
            words.push_back(entry.value);
            words.push_back(entry.first_row);
        }
        std::vector<Vocabulary> shares;
        for (const auto& given : options_.ranks->gather(std::move(words))) {
            Vocabulary& share = shares.emplace_back(column.vocabulary->range);
            for (std::size_t i = 0; i < given.size(); i += 2) {
                auto value = static_cast<std::uint32_t>(given[i]);
                share.add({&value, 1}, given[i + 1]);
            }
        }
        vocabulary = Vocabulary::merge(shares);
    }
}

void Run::write() {
    in_parallel(used_, workers(), [&](std::size_t i, unsigned) {
        Part& part = parts_[i];
        std::vector<ColumnWork> work;
        for (std::size_t c = 0; c < plan_.columns.size(); ++c)
            work.push_back({&plan_.columns[c].after, &part.results[c]});
        backend_.run_columns(work, traffic_);
        if (output_ != nullptr) output_->write(part.results, part.first_row);
    });
}

}  // namespace

unsigned thread_count(unsigned wanted) {
    return wanted != 0 ? wanted : std::max(1u, std::thread::hardware_concurrency());
}

void in_parallel(std::size_t count, unsigned threads,
                 const std::function<void(std::size_t, unsigned)>& fn) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr thrown;
    std::mutex mutex;
    const auto work = [&](unsigned worker) {
        try {
            for (std::size_t i = next++; i < count; i = next++) fn(i, worker);
        } catch (...) {
            next = count;
            const std::scoped_lock lock(mutex);
            if (!thrown) thrown = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned w = 1; w < threads && w < count; ++w) others.emplace_back(work, w);
        work(0);
    }
    if (thrown) std::rethrow_exception(thrown);
}

namespace {

// Empty ones for the columns that generate theirs.
void add_missing(std::map<std::size_t, Vocabulary>& vocabularies, const Plan& plan) {
    for (const ColumnPlan& column : plan.columns)
        if (column.vocabulary && !vocabularies.contains(column.field)) {
            if (!column.vocabulary->generate)
                throw Error(Exit::could_not_start, "VocabMap: there is no vocabulary",
                            "put VocabGen before it, or name a folder with --vocabulary");
            vocabularies.emplace(column.field, Vocabulary(column.vocabulary->range));
        }
}

}  // namespace

RunResult run(const Plan& plan, Backend& backend, const Inputs& inputs, Output* output,
              const RunOptions& options, std::map<std::size_t, Vocabulary> vocabularies) {
    add_missing(vocabularies, plan);
    const bool several = options.ranks != nullptr && options.ranks->size() > 1;
    const bool two_passes =
        options.two_passes || several || (backend.is_chip() && plan.has_vocabularies());
    if (two_passes && plan.generates() && !inputs.again)
        throw Error(Exit::could_not_start, "two passes need files: a pipe is read once");
    Run run(plan, backend, inputs, output, options, vocabularies);
    if (two_passes && plan.generates()) {
        if (backend.is_chip())
            run.generate_in_order();
        else
            run.generate_apart();
        if (several) run.merge_ranks();
    }
    run.pass([&] {
        if (two_passes)
            run.map_vocabularies();
        else
            run.add_vocabularies();
        run.write();
    });
    if (run.progress_.rows == 0) throw Error(Exit::could_not_start, "the input has no rows");
    RunResult result{
        .total = run.progress_, .read = run.traffic_.read, .written = run.traffic_.written};
    if (several) options.ranks->gather({});  // all have written
    if (output != nullptr) {
        result.bytes_out = output->row_bytes() * result.total.rows;
        if (!several || options.ranks->first()) output->finish(result.total.rows, vocabularies);
    }
    result.vocabularies = std::move(vocabularies);
    return result;
}

}  // namespace piper
