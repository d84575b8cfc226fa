// ironbird-out/NNNN: one folder per run, with what is needed to repeat it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace ironbird::cli {

using Json = nlohmann::ordered_json;

// Takes the next free number below `parent`; safe against another process doing the same.
std::filesystem::path new_run_folder(const std::filesystem::path& parent = "ironbird-out");

// A run by its number ("7", "0007") or its folder; throws usage when there is none.
std::filesystem::path find_run(const std::string& name,
                               const std::filesystem::path& parent = "ironbird-out");

// Whole or not at all.
void write_record(const std::filesystem::path& folder, const Json& record);

}  // namespace ironbird::cli
