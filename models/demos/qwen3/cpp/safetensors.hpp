// One file of safetensors: 8 bytes of header length, a header in JSON, then the data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qwen3 {

enum class Dtype : std::uint8_t { bf16, f16, f32, f64, other };

std::string_view name(Dtype dtype);

struct TensorInfo {
    std::string dtype_name;  // as the file says, for messages
    Dtype dtype = Dtype::other;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0, end = 0;  // bytes behind the header

    std::int64_t elements() const;
};

struct SafetensorsHeader {
    std::map<std::string, TensorInfo, std::less<>> tensors;
    std::uint64_t data_at = 0;  // where the data begins in the file
};

// Every byte is taken for hostile: lengths, offsets and shapes are checked against `file_bytes` and
// against each other before anything is used. `bytes` holds at least the length and the header.
SafetensorsHeader parse_safetensors(std::span<const std::byte> bytes, std::uint64_t file_bytes,
                                    std::string_view where);

// A file that stays mapped, read only, as long as this lives.
class Mapping {
 public:
    explicit Mapping(const std::filesystem::path& file);
    ~Mapping();
    Mapping(Mapping&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    Mapping& operator=(Mapping&&) = delete;
    std::span<const std::byte> bytes() const { return bytes_; }

 private:
    std::span<const std::byte> bytes_;
};

class SafetensorsFile {
 public:
    explicit SafetensorsFile(const std::filesystem::path& file);
    const std::map<std::string, TensorInfo, std::less<>>& tensors() const {
        return header_.tensors;
    }
    std::span<const std::byte> data(const TensorInfo& info) const;

 private:
    Mapping mapping_;
    SafetensorsHeader header_;
};

// Elements `first` to `first + out.size()` as float; an error names a dtype that is no float.
void to_float(const TensorInfo& info, std::span<const std::byte> data, std::int64_t first,
              std::span<float> out);

}  // namespace qwen3
