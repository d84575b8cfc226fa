// Numbers, tensors and comparisons of the tests of operations.
#include "harness.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

namespace ttnn::test {

namespace {

template <typename T>
Tensor tensor_as(const Doubles& values, const TensorSpec& spec, MeshDevice* device) {
    std::vector<T> data(values.size());
    std::ranges::transform(values, data.begin(), [](double v) { return static_cast<T>(v); });
    return Tensor::from_vector(std::move(data), spec, device);
}

template <typename T>
Doubles values_as(const Tensor& tensor) {
    const std::vector<T> data = tensor.to_vector<T>();
    return Doubles(data.begin(), data.end());
}

double rounding(DataType dtype, double value, double largest) {
    switch (dtype) {
        case DataType::BFLOAT16:
            return std::abs(value) / 128;
        case DataType::FLOAT32:
            return std::abs(value) * 1e-6 + 1e-30;
        case DataType::BFLOAT8_B:
            return largest / 64;
        case DataType::BFLOAT4_B:
            return largest / 4;
        default:
            return 0;
    }
}

bool same_special(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || a == b;
}

}  // namespace

Doubles draw(std::mt19937& random, std::size_t count, double low, double high, bool whole) {
    std::uniform_real_distribution<double> numbers(low, high);
    Doubles values(count);
    for (double& value : values) {
        value = numbers(random);
        if (whole) value = std::floor(value);
    }
    return values;
}

Tensor tensor_of(const Doubles& values, const TensorSpec& spec, MeshDevice* device) {
    switch (spec.data_type()) {
        case DataType::INT32:
            return tensor_as<std::int32_t>(values, spec, device);
        case DataType::UINT32:
            return tensor_as<std::uint32_t>(values, spec, device);
        case DataType::UINT16:
            return tensor_as<std::uint16_t>(values, spec, device);
        case DataType::UINT8:
            return tensor_as<std::uint8_t>(values, spec, device);
        default:
            return tensor_as<float>(values, spec, device);
    }
}

Doubles values_of(const Tensor& tensor) {
    switch (tensor.dtype()) {
        case DataType::INT32:
            return values_as<std::int32_t>(tensor);
        case DataType::UINT32:
            return values_as<std::uint32_t>(tensor);
        case DataType::UINT16:
            return values_as<std::uint16_t>(tensor);
        case DataType::UINT8:
            return values_as<std::uint8_t>(tensor);
        default:
            return values_as<float>(tensor);
    }
}

void expect_close(const Doubles& got, const Doubles& want, DataType dtype, Tolerance tolerance,
                  const std::string& what) {
    ASSERT_EQ(got.size(), want.size()) << what;
    double largest = 0;
    for (const double value : want)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = 0; i < got.size(); i++) {
        if (same_special(got[i], want[i])) continue;
        const double allowed = rounding(dtype, want[i], largest) +
                               tolerance.relative * std::abs(want[i]) + tolerance.absolute;
        if (std::abs(got[i] - want[i]) <= allowed) continue;
        if (wrong++ == 0) first = i;
    }
    EXPECT_EQ(wrong, 0u) << what << ": element " << first << " is " << got[first] << ", not "
                         << want[first];
}

std::string thrown(const std::function<void()>& f) {
    try {
        f();
    } catch (const std::exception& e) {
        return e.what();
    }
    return "";
}

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all{Shape({32, 32}),
                                        Shape({}),
                                        Shape({1}),
                                        Shape({7}),
                                        Shape({1, 1}),
                                        Shape({3, 5}),
                                        Shape({33, 65}),
                                        Shape({0, 4}),
                                        Shape({2, 0, 3}),
                                        Shape({2, 31, 40}),
                                        Shape({1, 2, 3, 4}),
                                        Shape({2, 3, 64, 32}),
                                        Shape({2, 1, 3, 33, 2}),
                                        Shape({1, 2, 1, 2, 3, 5}),
                                        Shape({2, 1, 2, 1, 1, 3, 7}),
                                        Shape({1, 2, 1, 2, 1, 1, 34, 3})};
    return all;
}

const std::vector<MemoryConfig>& memories() {
    static const std::vector<MemoryConfig> all{DRAM_MEMORY_CONFIG, L1_MEMORY_CONFIG};
    return all;
}

namespace {

// The commit, unless a seed is given.
std::string seed_text() {
    if (const char* given = std::getenv("IRONBIRD_SEED"); given != nullptr && *given != 0)
        return given;
    const auto folder = std::filesystem::path(__FILE__).parent_path().string();
    const std::string command = "git -C '" + folder + "' rev-parse HEAD 2>/dev/null";
    std::array<char, 64> line{};
    if (FILE* pipe = popen(command.c_str(), "r"); pipe != nullptr) {
        if (std::fgets(line.data(), line.size(), pipe) == nullptr) line[0] = 0;
        pclose(pipe);
    }
    return line.data();
}

unsigned number_of(std::string_view text) {
    unsigned hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash ^ hash >> 16;
}

// One of eight, so that all of them can be tried.
unsigned seed() {
    static const unsigned number = [] {
        const std::string text = seed_text();
        const bool digits = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
        const auto chosen =
            (digits ? static_cast<unsigned>(std::stoul(text)) : number_of(text)) % 8;
        fmt::print("seed {} of 8; IRONBIRD_SEED chooses another\n", chosen);
        return chosen;
    }();
    return number;
}

// Which part of the tests is ours, of two.
std::optional<unsigned> share() {
    const char* part = std::getenv("TTNN_SHARE");
    if (part == nullptr) return std::nullopt;
    return static_cast<unsigned>(std::atoi(part));
}

}  // namespace

bool is_mine(std::string_view test_or_row) {
    return !share() || (number_of(test_or_row) + seed()) % 2 == *share();
}

unsigned chip_seed() {
    if (share()) return seed() / 2 % 2;
    const char* chip = std::getenv("IRONBIRD_CHIP");
    return chip != nullptr && std::string_view(chip) == "p150" ? 1 : 0;
}

}  // namespace ttnn::test
