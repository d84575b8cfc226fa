// Where operators run: the scalar reference, this machine's vectors, a virtual board.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string_view>

#include "decode.hpp"
#include "pipeline.hpp"
#include "vocabulary.hpp"

namespace piper {

// Bytes that operators read and wrote in columns.
struct Traffic {
    std::atomic<std::uint64_t> read = 0;
    std::atomic<std::uint64_t> written = 0;
};

// A column and what is done to it.
struct ColumnWork {
    const std::vector<Step>* steps;
    Column* column;
};
struct VocabularyWork {
    Column* column;
    Vocabulary* vocabulary;
    std::uint32_t range;  // 0: any value
    std::uint32_t oov;
};

// What a board did, in its own time.
struct BoardTimes {
    std::uint64_t programs = 0;
    double seconds = 0;
    std::uint64_t bytes_up = 0, bytes_down = 0;
};

// Calls on different columns may run at the same time.
class Backend {
 public:
    virtual ~Backend() = default;
    virtual std::string_view name() const = 0;
    virtual void decode(std::string_view lines, const DecodeOptions& options, Decoded& into) = 0;
    virtual void run(const Step& step, Column& column, Traffic& traffic) = 0;
    // Columns of the same rows; a board takes those that are alike together.
    virtual void run_columns(std::span<const ColumnWork> work, Traffic& traffic);

    // A board: large parts, one thread, vocabularies of its own in two passes.
    virtual bool is_chip() const { return false; }
    // Adds the values of columns to their vocabularies, and replaces values by ids.
    virtual void generate(std::span<const VocabularyWork> work, std::uint64_t first_row);
    virtual void map(std::span<const VocabularyWork> work);
    virtual BoardTimes times() { return {}; }
};

std::unique_ptr<Backend> reference_backend();
std::unique_ptr<Backend> host_backend();

}  // namespace piper
