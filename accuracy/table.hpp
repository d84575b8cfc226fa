// The silicon data as rows of named fields.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ironbird::accuracy {

using Columns = std::vector<std::string>;

// One line of a file; fields are found by the name of their column.
class Fields {
 public:
    Fields(std::shared_ptr<const Columns> columns, std::vector<std::string> values)
        : columns_(std::move(columns)), values_(std::move(values)) {}

    const std::string& text(std::string_view column) const;  // throws when there is none
    double number(std::string_view column) const;
    std::uint32_t count(std::string_view column) const;
    bool yes(std::string_view column) const { return text(column) == "yes"; }

 private:
    std::shared_ptr<const Columns> columns_;
    std::vector<std::string> values_;
};

// Comma-separated, the first line names the columns; a field in double quotes may hold commas.
std::vector<Fields> read_table(const std::filesystem::path& file);

}  // namespace ironbird::accuracy
