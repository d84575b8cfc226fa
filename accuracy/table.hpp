// The silicon data as rows of named fields.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ironbird::accuracy {

using Columns = std::vector<std::string>;

// A file of measurements that is missing, damaged or another one.
class DataError : public std::runtime_error {
 public:
    using std::runtime_error::runtime_error;
};

// One line of a file; fields are found by the name of their column.
class Fields {
 public:
    // `where` is file and line.
    Fields(std::shared_ptr<const Columns> columns, std::vector<std::string> values,
           std::string where)
        : columns_(std::move(columns)), values_(std::move(values)), where_(std::move(where)) {}

    // Throw DataError when there is no such column, or no number in it.
    const std::string& text(std::string_view column) const;
    double number(std::string_view column) const;
    std::uint32_t count(std::string_view column) const;
    bool yes(std::string_view column) const { return text(column) == "yes"; }

 private:
    std::shared_ptr<const Columns> columns_;
    std::vector<std::string> values_;
    std::string where_;
};

// Comma-separated, the first line names the columns; a field in double quotes may hold commas.
// Throws DataError.
std::vector<Fields> read_table(const std::filesystem::path& file);
std::vector<Fields> parse_table(std::istream& in, const std::string& name);

}  // namespace ironbird::accuracy
