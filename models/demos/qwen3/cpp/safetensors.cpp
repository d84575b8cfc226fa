// Reading of a header that may be anything, and of the numbers behind it.
#include "safetensors.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

#include "error.hpp"

namespace qwen3 {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMostHeaderBytes = 100'000'000;  // the format's own limit
constexpr int kDeepest = 4;                              // root, tensor, list, number
static_assert(std::endian::native == std::endian::little);

struct DtypeRow {
    std::string_view name;
    std::uint64_t bytes;
    Dtype dtype = Dtype::other;
};
constexpr auto kDtypes = std::to_array<DtypeRow>({
    {"BF16", 2, Dtype::bf16},
    {"F16", 2, Dtype::f16},
    {"F32", 4, Dtype::f32},
    {"F64", 8, Dtype::f64},
    {"BOOL", 1},
    {"U8", 1},
    {"I8", 1},
    {"F8_E4M3", 1},
    {"F8_E5M2", 1},
    {"U16", 2},
    {"I16", 2},
    {"U32", 4},
    {"I32", 4},
    {"U64", 8},
    {"I64", 8},
});

// The parser keeps the last of two equal keys: they are counted here, as is the depth.
Json parse_header(std::string_view text, std::string_view where) {
    std::set<std::string> names;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
        if (depth > kDeepest) fail("{}: header is nested deeper than {}", where, kDeepest);
        if (event == Json::parse_event_t::key && depth == 1 &&
            !names.insert(parsed.get<std::string>()).second)
            fail("{}: tensor {} is there twice", where, parsed.get<std::string>());
        return true;
    };
    try {
        return Json::parse(text, watch);
    } catch (const Json::exception& e) {
        fail("{}: header is not JSON: {}", where, e.what());
    }
}

const Json& member(const Json& entry, const char* key, std::string_view where,
                   const std::string& tensor) {
    const auto found = entry.find(key);
    if (found == entry.end()) fail("{}: tensor {} has no {}", where, tensor, key);
    return *found;
}

std::vector<std::uint64_t> numbers(const Json& list, const char* key, std::string_view where,
                                   const std::string& tensor) {
    if (!list.is_array()) fail("{}: tensor {}: {} is no list", where, tensor, key);
    std::vector<std::uint64_t> out;
    for (const Json& item : list) {
        if (!item.is_number_unsigned())
            fail("{}: tensor {}: {} holds {}, numbers from 0 on are expected", where, tensor, key,
                 item.dump(-1, ' ', false, Json::error_handler_t::replace));
        out.push_back(item.get<std::uint64_t>());
    }
    return out;
}

std::uint64_t bytes_of(const std::vector<std::uint64_t>& shape, std::uint64_t element,
                       std::string_view where, const std::string& tensor) {
    std::uint64_t bytes = element;
    for (const std::uint64_t extent : shape)
        if (__builtin_mul_overflow(bytes, extent, &bytes) || bytes > INT64_MAX)
            fail("{}: tensor {}: shape overflows", where, tensor);
    return bytes;
}

TensorInfo parse_tensor(const Json& entry, std::uint64_t data_bytes, std::string_view where,
                        const std::string& tensor) {
    if (!entry.is_object()) fail("{}: tensor {} is no object", where, tensor);
    const Json& dtype = member(entry, "dtype", where, tensor);
    if (!dtype.is_string()) fail("{}: tensor {}: dtype is no string", where, tensor);
    TensorInfo info{.dtype_name = dtype.get<std::string>()};
    const auto row = std::ranges::find(kDtypes, info.dtype_name, &DtypeRow::name);
    if (row == kDtypes.end())
        fail("{}: tensor {}: dtype {} is not known", where, tensor, info.dtype_name);
    info.dtype = row->dtype;
    const auto shape = numbers(member(entry, "shape", where, tensor), "shape", where, tensor);
    const auto offsets =
        numbers(member(entry, "data_offsets", where, tensor), "data_offsets", where, tensor);
    if (offsets.size() != 2 || offsets[0] > offsets[1])
        fail("{}: tensor {}: data_offsets are not [begin, end]", where, tensor);
    if (offsets[1] > data_bytes)
        fail("{}: tensor {} ends at byte {}, the file holds {} (cut short?)", where, tensor,
             offsets[1], data_bytes);
    const std::uint64_t bytes = bytes_of(shape, row->bytes, where, tensor);
    if (offsets[1] - offsets[0] != bytes)
        fail("{}: tensor {} has {} bytes, its shape and dtype need {}", where, tensor,
             offsets[1] - offsets[0], bytes);
    info.shape.assign(shape.begin(), shape.end());
    info.begin = offsets[0];
    info.end = offsets[1];
    return info;
}

// The format has neither overlaps nor holes.
void check_cover(const SafetensorsHeader& header, std::uint64_t data_bytes,
                 std::string_view where) {
    using Entry = std::pair<const std::string, TensorInfo>;
    std::vector<const Entry*> order;
    for (const auto& entry : header.tensors) order.push_back(&entry);
    std::ranges::sort(order, {},
                      [](const Entry* e) { return std::pair(e->second.begin, e->second.end); });
    std::uint64_t at = 0;
    const std::string* before = nullptr;
    for (const Entry* entry : order) {
        if (entry->second.begin < at)
            fail("{}: tensors {} and {} overlap", where, *before, entry->first);
        if (entry->second.begin > at)
            fail("{}: bytes {} to {} belong to no tensor", where, at, entry->second.begin);
        at = entry->second.end;
        before = &entry->first;
    }
    if (at != data_bytes) fail("{}: bytes {} to {} belong to no tensor", where, at, data_bytes);
}

float from_half(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000u) << 16, exponent = (half >> 10) & 31,
                        fraction = half & 0x3ffu;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));
    if (exponent) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
    const float tiny = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -tiny : tiny;
}

// Data need not be aligned: headers have any length.
template <class Stored, class Convert>
void convert(const std::byte* from, std::span<float> out, Convert to) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, from + i * sizeof(Stored), sizeof(Stored));
        out[i] = to(stored);
    }
}

}  // namespace

std::string_view name(Dtype dtype) {
    const auto row = std::ranges::find(kDtypes, dtype, &DtypeRow::dtype);
    return dtype == Dtype::other ? "other" : row->name;
}

std::int64_t TensorInfo::elements() const {
    std::int64_t count = 1;
    for (const std::int64_t extent : shape) count *= extent;
    return count;
}

SafetensorsHeader parse_safetensors(std::span<const std::byte> bytes, std::uint64_t file_bytes,
                                    std::string_view where) {
    if (bytes.size() < kLengthBytes || file_bytes < kLengthBytes)
        fail("{}: {} bytes are too few for safetensors", where, file_bytes);
    std::uint64_t length;
    std::memcpy(&length, bytes.data(), sizeof(length));
    if (length > kMostHeaderBytes)
        fail("{}: header of {} bytes, at most {} is allowed", where, length, kMostHeaderBytes);
    if (length > file_bytes - kLengthBytes || length > bytes.size() - kLengthBytes)
        fail("{}: header of {} bytes in a file of {}", where, length, file_bytes);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, length);
    const Json root = parse_header(text, where);
    if (!root.is_object()) fail("{}: header is no object", where);
    SafetensorsHeader header{.data_at = kLengthBytes + length};
    const std::uint64_t data_bytes = file_bytes - header.data_at;
    for (const auto& [tensor, entry] : root.items())
        if (tensor != "__metadata__")
            header.tensors.emplace(tensor, parse_tensor(entry, data_bytes, where, tensor));
    check_cover(header, data_bytes, where);
    return header;
}

Mapping::Mapping(const std::filesystem::path& file) {
    const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status{};
    if (handle < 0 || ::fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)) {
        const int why = handle < 0 ? errno : EINVAL;
        if (handle >= 0) ::close(handle);
        fail("{}: cannot be opened: {}", file.string(), std::strerror(why));
    }
    const auto bytes = static_cast<std::size_t>(status.st_size);
    void* at = bytes ? ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, handle, 0) : nullptr;
    ::close(handle);
    if (at == MAP_FAILED) fail("{}: cannot be mapped: {}", file.string(), std::strerror(errno));
    bytes_ = {static_cast<const std::byte*>(at), bytes};
}

Mapping::~Mapping() {
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

SafetensorsFile::SafetensorsFile(const std::filesystem::path& file)
    : mapping_(file),
      header_(parse_safetensors(mapping_.bytes(), mapping_.bytes().size(), file.string())) {}

std::span<const std::byte> SafetensorsFile::data(const TensorInfo& info) const {
    return mapping_.bytes().subspan(header_.data_at + info.begin, info.end - info.begin);
}

void to_float(const TensorInfo& info, std::span<const std::byte> data, std::int64_t first,
              std::span<float> out) {
    const auto at = [&](std::int64_t element) { return data.data() + first * element; };
    switch (info.dtype) {
        case Dtype::bf16:
            return convert<std::uint16_t>(at(2), out, [](std::uint32_t stored) {
                return std::bit_cast<float>(stored << 16);
            });
        case Dtype::f16:
            return convert<std::uint16_t>(at(2), out, from_half);
        case Dtype::f32:
            return convert<float>(at(4), out, [](float stored) { return stored; });
        case Dtype::f64:
            return convert<double>(at(8), out,
                                   [](double stored) { return static_cast<float>(stored); });
        case Dtype::other:
            break;
    }
    fail("dtype {} is no floating-point format that weights may have", info.dtype_name);
}

}  // namespace qwen3
