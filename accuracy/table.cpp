// Reading comma-separated files.
#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace ironbird::accuracy {
namespace {

std::vector<std::string> cut(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else if (c != '\r')
            fields.back() += c;
    }
    return fields;
}

}  // namespace

const std::string& Fields::text(std::string_view column) const {
    const auto at = std::ranges::find(*columns_, column);
    if (at == columns_->end())
        throw std::runtime_error(fmt::format("the data has no column {}", column));
    return values_[static_cast<std::size_t>(at - columns_->begin())];
}

double Fields::number(std::string_view column) const {
    return std::stod(text(column));
}

std::uint32_t Fields::count(std::string_view column) const {
    return static_cast<std::uint32_t>(std::stoul(text(column)));
}

std::vector<Fields> read_table(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error(fmt::format("cannot read {}", file.string()));
    std::string line;
    std::getline(in, line);
    const auto columns = std::make_shared<const Columns>(cut(line));
    std::vector<Fields> rows;
    while (std::getline(in, line)) {
        auto values = cut(line);
        if (values.size() != columns->size())
            throw std::runtime_error(fmt::format("{}:{} has {} fields instead of {}", file.string(),
                                                 rows.size() + 2, values.size(), columns->size()));
        rows.emplace_back(columns, std::move(values));
    }
    return rows;
}

}  // namespace ironbird::accuracy
