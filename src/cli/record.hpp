// run.json as it is read back: whole, of our version, every field of its kind.
#pragma once

#include <filesystem>
#include <string>

#include "cli/run_folder.hpp"

namespace ironbird::cli {

// Why this text is no record; empty: it is one, and `record` is it.
std::string parse_record(const std::string& text, Json& record);

// The record of a run; throws usage, naming the file and what is wrong, when there is none.
Json record_of(const std::filesystem::path& folder);

// Why its figures are not those of a whole program; empty: they are.
std::string shortfall(const Json& record);

// A JSON value as text whatever bytes its strings hold: what is not UTF-8 becomes U+FFFD.
std::string json_text(const Json& value, int indent = -1);

// Bytes that are no text, as text, and back; from_hex throws usage.
bool is_utf8(const std::string& text);
std::string to_hex(const std::string& bytes);
std::string from_hex(const std::string& text);

}  // namespace ironbird::cli
