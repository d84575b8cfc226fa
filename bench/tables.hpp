// What `ironbird bench` shows as a table: one thing by size, or in several ways.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace ironbird::bench {

struct Table {
    std::string_view name;
    std::string_view meaning;
    nlohmann::ordered_json (*measure)();  // a list of rows
    std::string (*text)(const nlohmann::ordered_json& rows);
};

std::span<const Table> tables();

nlohmann::ordered_json dram_read_rows();
std::string dram_read_text(const nlohmann::ordered_json& rows);
nlohmann::ordered_json matmul_rows();
std::string matmul_text(const nlohmann::ordered_json& rows);
nlohmann::ordered_json transfer_rows();
std::string transfer_text(const nlohmann::ordered_json& rows);
nlohmann::ordered_json transformer_block_rows();
std::string transformer_block_text(const nlohmann::ordered_json& rows);

}  // namespace ironbird::bench
