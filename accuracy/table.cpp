// Reading comma-separated files.
#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

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

template <class T>
T parsed(const std::string& text, std::string_view column, const std::string& where) {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || last != end)
        throw DataError(fmt::format("{}: {} is \"{}\", which is no such number", where, column,
                                    text.substr(0, 40)));
    return value;
}

}  // namespace

const std::string& Fields::text(std::string_view column) const {
    const auto at = std::ranges::find(*columns_, column);
    if (at == columns_->end()) throw DataError(fmt::format("{}: no column {}", where_, column));
    return values_[static_cast<std::size_t>(at - columns_->begin())];
}

double Fields::number(std::string_view column) const {
    const auto value = parsed<double>(text(column), column, where_);
    if (!std::isfinite(value)) throw DataError(fmt::format("{}: {} is not finite", where_, column));
    return value;
}

std::uint32_t Fields::count(std::string_view column) const {
    return parsed<std::uint32_t>(text(column), column, where_);
}

std::vector<Fields> parse_table(std::istream& in, const std::string& name) {
    std::string line;
    if (!std::getline(in, line)) throw DataError(name + " is empty");
    const auto columns = std::make_shared<const Columns>(cut(line));
    std::vector<Fields> rows;
    while (std::getline(in, line)) {
        auto values = cut(line);
        std::string where = fmt::format("{}:{}", name, rows.size() + 2);
        if (values.size() != columns->size())
            throw DataError(fmt::format("{} has {} fields instead of {}", where, values.size(),
                                        columns->size()));
        rows.emplace_back(columns, std::move(values), std::move(where));
    }
    if (rows.empty()) throw DataError(name + " holds no measurement");
    return rows;
}

std::vector<Fields> read_table(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw DataError(fmt::format("cannot read {}", file.string()));
    return parse_table(in, file.string());
}

}  // namespace ironbird::accuracy
