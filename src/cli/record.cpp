// Fields of a record as rows of one table.
#include "cli/record.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>

#include "base/fault.hpp"
#include "cli/command.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

struct Kind {
    const char* name;
    bool (*fits)(const Json&);
};

bool is_count(const Json& v) {
    constexpr std::uint64_t most = std::uint64_t{1} << 53;  // what a double tells apart
    return v.is_number_unsigned() && v.get<std::uint64_t>() <= most;
}

constexpr Kind kText = {"a text", [](const Json& v) { return v.is_string(); }};
constexpr Kind kCount = {"a whole number", is_count};
constexpr Kind kNumber = {"a number", [](const Json& v) { return v.is_number(); }};
constexpr Kind kFlag = {"true or false", [](const Json& v) { return v.is_boolean(); }};
constexpr Kind kList = {"a list", [](const Json& v) { return v.is_array(); }};
constexpr Kind kObject = {"an object", [](const Json& v) { return v.is_object(); }};
// Parts that a run without a device, or without anybody watching, leaves out.
constexpr Kind kPart = {"an object", [](const Json& v) { return v.is_object() || v.is_null(); }};
constexpr Kind kLink = {"a list of NoC, x, y, way, bytes, cycles", [](const Json& v) {
                            return v.is_array() && v.size() == 6 && is_count(v[0]) &&
                                   is_count(v[1]) && is_count(v[2]) && v[3].is_string() &&
                                   is_count(v[4]) && is_count(v[5]);
                        }};
constexpr Kind kBank = {"a list of bytes read, bytes written, cycles", [](const Json& v) {
                            return v.is_array() && v.size() == 3 && is_count(v[0]) &&
                                   is_count(v[1]) && is_count(v[2]);
                        }};

// A star stands for every element.
struct Row {
    std::string_view path;
    Kind kind;
};

constexpr auto kRows = std::to_array<Row>({
    {"schema", kCount},
    {"version", kText},
    {"upstream", kText},
    {"complete", kFlag},
    {"command", kList},
    {"command/*", kText},
    {"folder", kText},
    {"bytes", kObject},
    {"bytes/command", kList},
    {"bytes/command/*", kText},
    {"bytes/folder", kText},
    {"environment", kObject},
    {"environment/*", kText},
    {"end", kText},
    {"exit", kCount},
    {"interrupted", kCount},
    {"wall_seconds", kNumber},
    {"phases", kObject},
    {"phases/*", kObject},
    {"phases/*/calls", kCount},
    {"phases/*/wall_seconds", kNumber},
    {"phases/*/seconds", kNumber},
    {"chip", kText},
    {"chips", kCount},
    {"noc", kText},
    {"timing", kText},
    {"math", kText},
    {"checked", kText},
    {"programs", kCount},
    {"cycles", kCount},
    {"seconds", kNumber},
    {"kernels", kObject},
    {"kernels/compiled", kCount},
    {"kernels/from_cache", kCount},
    {"kernels/sources", kList},
    {"kernels/sources/*", kText},
    {"traffic", kObject},
    {"traffic/noc_bytes", kList},
    {"traffic/noc_bytes/*", kCount},
    {"traffic/noc_transactions", kCount},
    {"traffic/dram_read_bytes", kCount},
    {"traffic/dram_write_bytes", kCount},
    {"devices", kList},
    {"devices/*", kObject},
    {"devices/*/links", kList},
    {"devices/*/links/*", kLink},
    {"devices/*/banks", kList},
    {"devices/*/banks/*", kBank},
    {"findings", kList},
    {"findings/*", kObject},
    {"faults", kList},
    {"faults/*", kObject},
    {"faults/*/slug", kText},
    {"faults/*/text", kText},
    {"memory", kPart},
    {"memory/high_water_bytes", kCount},
    {"profile", kPart},
    {"profile/cb_bytes", kCount},
    {"profile/cores", kCount},
    {"profile/grid", kCount},
    {"profile/launch_cycles", kCount},
    {"profile/computing_cycles", kCount},
    {"profile/flops", kCount},
    {"profile/error_class", kText},
    {"profile/error_text", kText},
    {"profile/error_percent", kNumber},
    {"profile/error_p90_percent", kNumber},
    {"profile/path", kObject},
    {"profile/path/*", kCount},
    {"profile/units", kObject},
    {"profile/units/*", kCount},
    {"profile/peaks", kObject},
    {"profile/peaks/*", kNumber},
    {"profile/processors", kObject},
    {"profile/processors/*", kObject},
    {"profile/processors/*/cycles", kCount},
    {"profile/processors/*/stalls", kObject},
    {"profile/processors/*/stalls/*", kCount},
    {"profile/programs", kList},
    {"profile/programs/*", kObject},
    {"profile/programs/*/cycles", kCount},
    {"profile/programs/*/launches", kCount},
    {"profile/programs/*/name", kText},
    {"profile/hints", kList},
    {"profile/hints/*", kObject},
    {"profile/hints/*/cycles", kCount},
    {"profile/hints/*/line", kCount},
    {"profile/hints/*/cores", kCount},
    {"profile/hints/*/file", kText},
    {"profile/hints/*/title", kText},
    {"profile/hints/*/detail", kText},
    {"profile/hints/*/remedy", kText},
    {"profile/hints/*/processor", kText},
    {"profile/files", kObject},
    {"profile/files/folder", kText},
});

// Where a part is there, what must be in it; with `beside`, if that is in it.
struct Need {
    std::string_view path;
    const char* key;
    const char* beside = nullptr;
};
constexpr auto kNeeds = std::to_array<Need>({
    {"", "schema"},
    {"profile", "error_text", "error_percent"},
    {"profile", "error_p90_percent", "error_percent"},
    {"profile/processors/*", "cycles"},
    {"profile/processors/*", "stalls"},
    {"profile/programs/*", "cycles"},
    {"profile/programs/*", "launches"},
    {"profile/programs/*", "name"},
    {"profile/hints/*", "cycles"},
});

using Visit = std::string (*)(const Json& value, const std::string& where, const void* row);

// Calls `visit` for each value on the path, and stops at the first that it complains about.
std::string walk(const Json& value, std::string_view path, const std::string& where, Visit visit,
                 const void* row) {
    if (path.empty()) return visit(value, where, row);
    const auto slash = path.find('/');
    const std::string_view step = path.substr(0, slash);
    const std::string_view rest = slash == path.npos ? "" : path.substr(slash + 1);
    const auto below = [&](const Json& inner, const std::string& name) {
        return walk(inner, rest, where.empty() ? name : where + "/" + name, visit, row);
    };
    if (step != "*") {
        const auto at = value.is_object() ? value.find(step) : value.end();
        return at == value.end() ? "" : below(*at, std::string(step));
    }
    if (!value.is_structured()) return "";
    for (const auto& [name, inner] : value.items())
        if (std::string wrong = below(inner, name); !wrong.empty()) return wrong;
    return "";
}

std::string wrong_kind(const Json& value, const std::string& where, const void* row) {
    const Kind& kind = static_cast<const Row*>(row)->kind;
    return kind.fits(value) ? "" : fmt::format("\"{}\" is not {}", where, kind.name);
}

std::string missing_part(const Json& value, const std::string& where, const void* row) {
    const Need& need = *static_cast<const Need*>(row);
    if (value.contains(need.key)) return "";
    if (need.beside != nullptr && !value.contains(need.beside)) return "";
    return fmt::format("\"{}{}{}\" is missing", where, where.empty() ? "" : "/", need.key);
}

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string parse_record(const std::string& text, Json& record) {
    if (text.find_first_not_of(" \t\r\n") == text.npos) return "it is empty";
    record = Json::parse(text, nullptr, false);
    if (record.is_discarded()) return "it is no JSON, or was cut short";
    if (!record.is_object()) return "it is JSON, but no record of a run";
    if (const auto s = record.find("schema"); s != record.end() && *s != kJsonSchema)
        return fmt::format("its schema is {}, and this version reads {}",
                           json_text(*s).substr(0, 40), kJsonSchema);
    for (const Row& row : kRows)
        if (std::string wrong = walk(record, row.path, "", wrong_kind, &row); !wrong.empty())
            return wrong;
    for (const Need& need : kNeeds)
        if (std::string wrong = walk(record, need.path, "", missing_part, &need); !wrong.empty())
            return wrong;
    return "";
}

Json record_of(const fs::path& folder) {
    Json record;
    const fs::path file = folder / "run.json";
    const std::string wrong = parse_record(text_of(file), record);
    if (!wrong.empty())
        throw Error(Fault::usage, fmt::format("{} is damaged: {}", file.string(), wrong), {},
                    "nothing was compared or shown; run the program again");
    return record;
}

std::string shortfall(const Json& record) {
    const std::string end = record.value("end", "");
    // The process said that all is well, or nothing, and its record that the end never came.
    if (!record.value("complete", true) && (end.empty() || end == "exit code 0"))
        return "ended without a word: its record was never completed";
    if (record.value("exit", 0) != 0) return "ended with " + end;
    if (record.value("chip", "").empty()) return "opened no device";
    return "";
}

std::string json_text(const Json& value, int indent) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

bool is_utf8(const std::string& text) {
    using Handler = Json::error_handler_t;
    const Json value = text;
    return value.dump(-1, ' ', false, Handler::ignore) ==
           value.dump(-1, ' ', false, Handler::replace);
}

std::string to_hex(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return text;
}

std::string from_hex(const std::string& text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        unsigned value = 0;
        const char* const end = text.data() + std::min(i + 2, text.size());
        const auto [last, error] = std::from_chars(text.data() + i, end, value, 16);
        if (error != std::errc{} || last != text.data() + i + 2)
            throw Error(Fault::usage, "the record's bytes are damaged: " + text);
        bytes += static_cast<char>(value);
    }
    return bytes;
}

}  // namespace ironbird::cli
