// Results as files: NumPy arrays or plain columns, in a folder that appears when it is complete.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline.hpp"
#include "vocabulary.hpp"

namespace piper {

enum class OutputFormat { npy, raw };

// Columns of the same rows, by position in the plan.
using Results = std::vector<Column>;

class Output {
 public:
    // The folder `path` must not exist, unless `replace`.
    // With `first` another process, whose id that is, has begun it and will finish it.
    Output(const Plan& plan, std::filesystem::path path, OutputFormat format, bool replace,
           std::optional<std::uint64_t> first = {});
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output();  // removes what was not finished

    // Rows from `row` on. May be called by several threads for different rows.
    void write(const Results& results, std::uint64_t row);
    // Headers, vocabularies by field, and the name under which others find it.
    void finish(std::uint64_t rows, const std::map<std::size_t, Vocabulary>& vocabularies);
    std::uint64_t row_bytes() const;

 private:
    struct Array {
        std::string name;
        std::vector<std::size_t> columns;  // in the plan
        Type type;
        std::uint32_t width;  // words of one of its columns
        int fd = -1;
        std::size_t row_bytes() const { return columns.size() * width * 4; }
    };

    void open_arrays(const Plan& plan);
    std::string file_of(const Array& array) const;
    void write_header(const Array& array, std::uint64_t rows) const;
    void write_index(std::uint64_t rows) const;

    std::filesystem::path path_, partial_;
    OutputFormat format_;
    bool replace_;
    bool begun_here_;
    std::vector<Array> arrays_{};
};

// The values of vocabularies by field, in order of their ids, as finish() writes them.
std::map<std::size_t, Vocabulary> read_vocabularies(const std::filesystem::path& folder,
                                                    const Plan& plan);
// The 128 bytes that start a .npy file.
std::string npy_header(Type type, std::span<const std::uint64_t> shape);

}  // namespace piper
