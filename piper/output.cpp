// Arrays are written by row as batches come; their headers when the number of rows is known.
#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "error.hpp"

namespace piper {
namespace {

constexpr std::size_t kHeader = 128;

std::size_t kind_of(std::size_t field) {
    return field < kFirstDense ? 0 : field < kFirstCategorical ? 1 : 2;
}

void write_all(int fd, const char* from, std::size_t size, std::uint64_t at,
               const std::string& name) {
    while (size != 0) {
        const ssize_t done = pwrite(fd, from, size, static_cast<off_t>(at));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0)
            throw Error(Exit::failed,
                        fmt::format("{} cannot be written: {}", name, std::strerror(errno)));
        from += done;
        size -= static_cast<std::size_t>(done);
        at += static_cast<std::uint64_t>(done);
    }
}

// Ids fit into 31 bits and recommenders take them as int32.
std::string_view npy_type(Type type) {
    return type == Type::f32 ? "<f4" : "<i4";
}

std::string vocabulary_header(std::uint64_t size) {
    std::string header = npy_header(Type::u32, {&size, 1});
    if (const auto at = header.find("<i4"); at != std::string::npos) header.replace(at, 3, "<u4");
    return header;
}

// What write_vocabulary() has written, or nothing.
std::optional<std::vector<std::uint32_t>> vocabulary_values(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    if (bytes.size() < kHeader || bytes.size() % 4 != 0) return {};
    std::vector<std::uint32_t> values((bytes.size() - kHeader) / 4);
    if (!bytes.starts_with(vocabulary_header(values.size()))) return {};
    if (!values.empty()) std::memcpy(values.data(), bytes.data() + kHeader, values.size() * 4);
    return values;
}

void write_vocabulary(const std::filesystem::path& path, const Vocabulary& vocabulary) {
    std::string bytes = vocabulary_header(vocabulary.size());
    for (const auto& entry : vocabulary.entries())
        bytes.append(reinterpret_cast<const char*>(&entry.value), 4);
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), std::ssize(bytes));
    file.close();
    if (!file) throw Error(Exit::failed, fmt::format("{} cannot be written", path.string()));
}

// An earlier output, and nothing that anybody else has put there.
bool is_output(const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(std::filesystem::symlink_status(path))) return false;
    return std::ranges::all_of(std::filesystem::directory_iterator(path), [](const auto& entry) {
        const auto name = entry.path().filename();
        return name.extension() == ".npy" || name.extension() == ".bin" || name == "columns.json" ||
               name == "vocabulary";
    });
}

}  // namespace

std::string npy_header(Type type, std::span<const std::uint64_t> shape) {
    std::string sizes;
    for (const std::uint64_t size : shape) sizes += fmt::format("{}, ", size);
    if (shape.size() > 1) sizes.resize(sizes.size() - 2);
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   npy_type(type), sizes);
    text.resize(kHeader - 10 - 1, ' ');
    const std::size_t length = kHeader - 10;
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xff) +
           static_cast<char>(length >> 8) + text + "\n";
}

Output::Output(const Plan& plan, std::filesystem::path path, OutputFormat format, bool replace,
               std::optional<std::uint64_t> first)
    : path_(std::move(path)), format_(format), replace_(replace), begun_here_(!first) {
    if (!path_.has_filename()) path_ = path_.parent_path();
    if (std::filesystem::exists(path_) && !replace_)
        throw Error(Exit::could_not_start, fmt::format("{} exists", path_.string()),
                    "--force replaces it when the new one is complete");
    if (std::filesystem::exists(std::filesystem::symlink_status(path_)) && !is_output(path_))
        throw Error(Exit::could_not_start,
                    fmt::format("{} is no output of an earlier run", path_.string()),
                    "--force replaces nothing else");
    partial_ = path_;
    partial_ += fmt::format(".partial-{}", first.value_or(static_cast<std::uint64_t>(getpid())));
    std::error_code error;
    if (begun_here_ && !std::filesystem::create_directories(partial_, error))
        throw Error(Exit::could_not_start,
                    fmt::format("{} cannot be made: {}", partial_.string(), error.message()));
    open_arrays(plan);
}

Output::~Output() {
    for (const Array& array : arrays_) close(array.fd);
    std::error_code ignored;
    if (begun_here_ && !partial_.empty()) std::filesystem::remove_all(partial_, ignored);
}

// Columns of a kind are one array where they are alike, as .npy; else each is one by itself.
void Output::open_arrays(const Plan& plan) {
    constexpr std::string_view kinds[] = {"label", "dense", "categorical"};
    std::size_t last_kind = 3;
    for (std::size_t c = 0; c < plan.columns.size(); ++c) {
        const ColumnPlan& column = plan.columns[c];
        const std::size_t kind = kind_of(column.field);
        const bool alike = std::ranges::all_of(plan.columns, [&](const ColumnPlan& other) {
            return kind_of(other.field) != kind ||
                   (other.type == column.type && other.width == column.width);
        });
        const bool together = alike && format_ == OutputFormat::npy;
        if (!together || kind != last_kind)
            arrays_.push_back({together ? std::string(kinds[kind]) : field_name(column.field),
                               {},
                               column.type,
                               column.width});
        arrays_.back().columns.push_back(c);
        last_kind = kind;
    }
    for (Array& array : arrays_) {
        array.fd = open((partial_ / file_of(array)).c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
        if (array.fd < 0)
            throw Error(Exit::failed,
                        fmt::format("{} cannot be made: {}", array.name, std::strerror(errno)));
    }
}

std::string Output::file_of(const Array& array) const {
    return array.name + (format_ == OutputFormat::npy ? ".npy" : ".bin");
}

std::uint64_t Output::row_bytes() const {
    std::uint64_t bytes = 0;
    for (const Array& array : arrays_) bytes += array.row_bytes();
    return bytes;
}

void Output::write(const Results& results, std::uint64_t row) {
    thread_local std::vector<std::uint32_t> rows;
    for (const Array& array : arrays_) {
        const std::size_t count = results[array.columns.front()].rows();
        const std::size_t stride = array.columns.size() * array.width;
        rows.resize(count * stride);
        for (std::size_t c = 0; c < array.columns.size(); ++c) {
            const std::uint32_t* from = results[array.columns[c]].words.data();
            std::uint32_t* to = rows.data() + c * array.width;
            if (array.width == 1)
                for (std::size_t r = 0; r < count; ++r) to[r * stride] = from[r];
            else
                for (std::size_t r = 0; r < count; ++r)
                    std::copy_n(from + r * array.width, array.width, to + r * stride);
        }
        const std::size_t header = format_ == OutputFormat::npy ? kHeader : 0;
        write_all(array.fd, reinterpret_cast<const char*>(rows.data()), rows.size() * 4,
                  header + row * array.row_bytes(), array.name);
    }
}

void Output::write_header(const Array& array, std::uint64_t rows) const {
    std::vector<std::uint64_t> shape{rows};
    if (array.columns.size() > 1 || array.name == "dense" || array.name == "categorical")
        shape.push_back(array.columns.size());
    if (array.width > 1) shape.push_back(array.width);
    const std::string header = npy_header(array.type, shape);
    write_all(array.fd, header.data(), header.size(), 0, array.name);
}

void Output::write_index(std::uint64_t rows) const {
    nlohmann::json columns = nlohmann::json::array();
    for (const Array& array : arrays_)
        columns.push_back({{"name", array.name},
                           {"file", file_of(array)},
                           {"type", array.type == Type::f32 ? "float32" : "int32"},
                           {"width", array.width}});
    std::ofstream file(partial_ / "columns.json");
    file << nlohmann::json{{"schema", 1},
                           {"rows", rows},
                           {"byte_order", "little"},
                           {"columns", columns}}
                .dump(2)
         << '\n';
    file.close();
    if (!file) throw Error(Exit::failed, "columns.json cannot be written");
}

void Output::finish(std::uint64_t rows, const std::map<std::size_t, Vocabulary>& vocabularies) {
    for (Array& array : arrays_) {
        if (format_ == OutputFormat::npy) write_header(array, rows);
        const int fd = std::exchange(array.fd, -1);
        if (close(fd) != 0)
            throw Error(Exit::failed,
                        fmt::format("{} cannot be written: {}", array.name, std::strerror(errno)));
    }
    if (format_ == OutputFormat::raw) write_index(rows);
    if (!vocabularies.empty()) std::filesystem::create_directory(partial_ / "vocabulary");
    for (const auto& [field, vocabulary] : vocabularies)
        write_vocabulary(partial_ / "vocabulary" / (field_name(field) + ".npy"), vocabulary);
    if (replace_ && std::filesystem::exists(path_)) {
        // The names are exchanged at once; the destructor removes the old folder.
        if (renameat2(AT_FDCWD, partial_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) != 0)
            throw Error(Exit::failed, fmt::format("{} cannot be replaced: {}", path_.string(),
                                                  std::strerror(errno)));
        return;
    }
    std::error_code error;
    std::filesystem::rename(partial_, path_, error);
    if (error)
        throw Error(Exit::failed,
                    fmt::format("{} cannot be made: {}", path_.string(), error.message()));
    partial_.clear();
}

std::map<std::size_t, Vocabulary> read_vocabularies(const std::filesystem::path& folder,
                                                    const Plan& plan) {
    std::map<std::size_t, Vocabulary> all;
    for (const ColumnPlan& column : plan.columns) {
        if (!column.vocabulary) continue;
        const auto path = folder / (field_name(column.field) + ".npy");
        auto values = vocabulary_values(path);
        if (!values)
            throw Error(Exit::could_not_start, fmt::format("{} is no vocabulary", path.string()),
                        "a run with VocabGen leaves a folder `vocabulary` in its output");
        const std::uint32_t range = column.vocabulary->range;
        const bool fits =
            range == 0 || std::ranges::all_of(*values, [&](auto v) { return v < range; });
        const auto at = all.emplace(column.field, Vocabulary(range)).first;
        const std::size_t count = values->size();
        at->second.add(*values, 0);
        if (!fits || at->second.size() != count)
            throw Error(Exit::could_not_start,
                        fmt::format("{} does not fit this pipeline", path.string()),
                        "its values are distinct, and below the range of the operator before");
    }
    return all;
}

}  // namespace piper
