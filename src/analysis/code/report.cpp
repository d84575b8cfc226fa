// Which files are analysed, what their findings come to, and as JSON.
#include "analysis/code/report.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

#include "base/fault.hpp"

namespace ironbird::analysis::code {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Parsing a source takes seconds; one that mentions none of these has nothing to show. Neither here
// nor in the headers beside it, that is.
bool mentions_programs(const fs::path& file, int depth = 0) {
    constexpr std::array<std::string_view, 4> kWords = {"CircularBuffer", "CreateKernel",
                                                        "CBDescriptor", "KernelDescriptor"};
    constexpr int kDeepest = 3;
    constexpr std::string_view kInclude = "#include \"";
    const std::string text = text_of(file);
    if (std::ranges::any_of(kWords, [&](auto word) { return text.find(word) != text.npos; }))
        return true;
    for (std::size_t at = text.find(kInclude); depth < kDeepest && at != text.npos;
         at = text.find(kInclude, at + 1)) {
        const std::size_t from = at + kInclude.size(), to = text.find('"', from);
        if (to != text.npos &&
            mentions_programs(file.parent_path() / text.substr(from, to - from), depth + 1))
            return true;
    }
    return false;
}

bool is_worth_parsing(const fs::path& file) {
    if (file.extension() != ".cpp" && file.extension() != ".cc") return false;
    const std::string text = text_of(file);
    // A kernel's circular buffers are not the host's.
    const bool kernel =
        text.find("void kernel_main(") != text.npos || text.find("void MAIN") != text.npos;
    return !kernel && mentions_programs(file);
}

Json json_of(const Expression& e) {
    Json j{{"expression", e.text}, {"value", e.value ? Json(*e.value) : Json()}};
    if (!e.name.empty()) j["name"] = e.name;
    if (!e.depends.empty()) j["depends_on"] = e.depends;
    if (e.branch) j["branch"] = true;
    return j;
}

Json json_of(const CircularBuffer& cb) {
    Json slots = Json::array();
    for (const Slot& s : cb.slots)
        slots.push_back({{"index", json_of(s.index)},
                         {"format", json_of(s.format)},
                         {"page_size", json_of(s.page_size)}});
    Json j{{"how", cb.how},
           {"line", cb.line},
           {"via", cb.via},
           {"size", json_of(cb.size)},
           {"slots", slots},
           {"cores", cb.cores},
           {"cores_from", cb.cores_from},
           {"fixed", cb.fixed()}};
    if (!cb.file.empty()) j["file"] = cb.file;
    if (!cb.on_buffer.empty()) j["on_buffer"] = cb.on_buffer;
    if (!cb.when.empty()) j["when"] = cb.when;
    if (cb.repeated) j["repeated"] = true;
    return j;
}

Json json_of(const Kernel& k) {
    Json j{{"name", k.name}, {"processor", k.processor}, {"line", k.line}, {"via", k.via}};
    if (!k.file.empty()) j["file"] = k.file;
    if (k.source)
        j["source"] = {{"path", k.source->path.string()},
                       {"lines", k.source->lines},
                       {"bytes", k.source->bytes},
                       {"loops", k.source->loops},
                       {"complexity", k.source->complexity},
                       {"cb_calls", k.source->all_cb_calls()},
                       {"cb_calls_by_name", k.source->cb_calls},
                       {"parse_errors", k.source->errors}};
    else
        j["source"] = Json();
    return j;
}

Json json_of(const Constant& c) {
    return {{"name", c.name}, {"value", c.value}, {"line", c.line}};
}

template <class T>
Json list_of(const std::vector<T>& all) {
    Json list = Json::array();
    for (const T& one : all) list.push_back(json_of(one));
    return list;
}

}  // namespace

unsigned KernelSource::all_cb_calls() const {
    unsigned all = 0;
    for (const auto& [name, count] : cb_calls) all += count;
    return all;
}

std::string Source::strategy() const {
    if (cbs.empty()) return "NONE";
    return std::ranges::all_of(cbs, &CircularBuffer::fixed) ? "FIXED" : "ADAPTIVE";
}

std::optional<std::int64_t> Source::total_bytes() const {
    std::int64_t all = 0;
    for (const CircularBuffer& cb : cbs) {
        if (!cb.fixed()) return {};
        if (cb.on_buffer.empty()) all += *cb.size.value;
    }
    return all;
}

std::vector<fs::path> sources_below(const fs::path& path) {
    if (!fs::exists(path)) throw Error(Fault::usage, "no such file or folder: " + path.string());
    if (!fs::is_directory(path)) return {path};
    std::vector<fs::path> found;
    for (auto it =
             fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied);
         it != fs::recursive_directory_iterator(); ++it) {
        const std::string name = it->path().filename();
        if (it->is_directory() && (name.starts_with(".") || name.starts_with("build")))
            it.disable_recursion_pending();
        if (it->is_regular_file() && is_worth_parsing(it->path())) found.push_back(it->path());
    }
    std::ranges::sort(found);
    return found;
}

Json to_json(const Source& s) {
    const auto total = s.total_bytes();
    return {{"path", s.path.string()},
            {"strategy", s.strategy()},
            {"total_bytes", total ? Json(*total) : Json()},
            {"circular_buffers", list_of(s.cbs)},
            {"kernels", list_of(s.kernels)},
            {"constants", list_of(s.constants)},
            {"parse_errors", s.errors},
            {"first_error", s.first_error}};
}

}  // namespace ironbird::analysis::code
