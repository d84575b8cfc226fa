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

Doubles draw_for(std::mt19937& random, DataType dtype, std::size_t count, double low, double high) {
    if (dtype != DataType::BFLOAT8_B)
        return draw(random, count, low, high, !tt::tt_metal::is_floating_point(dtype));
    constexpr int kBits = 6;  // behind the first one
    const double most = std::max(std::abs(low), std::abs(high));
    const double step = std::ldexp(1, std::ilogb(most) - kBits + 1);
    const double first = std::ceil(low / step), last = std::floor(high / step);
    Doubles values = draw(random, count, first, last + 1, true);
    for (double& value : values) value *= step;
    return values;
}

Shape shape_for(const Shape& shape, DataType dtype) {
    constexpr std::uint32_t kBlock = 16;
    if (dtype != DataType::BFLOAT8_B) return shape;
    if (shape.rank() == 0) return Shape({kBlock});
    Shape whole = shape;
    whole[-1] = (whole[-1] + kBlock - 1) / kBlock * kBlock;
    return whole;
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

using tt::tt_metal::BufferType;
using tt::tt_metal::TensorMemoryLayout;

std::uint32_t parts(std::uint32_t size, std::uint32_t count, std::uint32_t unit) {
    const std::uint32_t each = (size + count - 1) / count;
    return std::max((each + unit - 1) / unit, 1u) * unit;
}

// Over two rows of three cores. A shard may hang over the edge of the tensor.
MemoryConfig draw_shards(std::mt19937& random, std::uint32_t rows, std::uint32_t columns,
                         std::uint32_t unit) {
    constexpr std::uint32_t kAcross = 3, kDown = 2;
    const CoreRangeSet cores(CoreRange({0, 0}, {kAcross - 1, kDown - 1}));
    const auto cut = [&](TensorMemoryLayout kind, std::uint32_t down, std::uint32_t across) {
        const std::uint32_t width = across == 1 ? columns : parts(columns, across, unit);
        return MemoryConfig(
            kind, BufferType::L1,
            tt::tt_metal::ShardSpec(cores, {parts(rows, down, unit == 1 ? 1 : 32), width}));
    };
    switch (random() % 4) {
        case 0:
            return cut(TensorMemoryLayout::HEIGHT_SHARDED, kAcross * kDown, 1);
        case 1:
            return cut(TensorMemoryLayout::WIDTH_SHARDED, 1, kAcross * kDown);
        case 2:
            return cut(TensorMemoryLayout::BLOCK_SHARDED, kDown, kAcross);
        default:
            return MemoryConfig(BufferType::L1, tt::tt_metal::NdShardSpec{
                                                    Shape({32, parts(columns, 2, unit)}), cores});
    }
}

}  // namespace

TensorSpec draw_spec(std::mt19937& random, const Shape& shape, DataType dtype) {
    const bool blocks = dtype == DataType::BFLOAT8_B || dtype == DataType::BFLOAT4_B;
    const Layout layout = blocks || random() % 3 != 0 ? Layout::TILE : Layout::ROW_MAJOR;
    TensorSpec plain = spec_of(shape, dtype, layout, memories()[random() % 2]);
    const Shape& padded = plain.padded_shape();
    if (shape.rank() < 2 || shape.volume() == 0 || random() % 2 == 0) return plain;
    const std::uint32_t columns = padded[-1];
    const auto rows = static_cast<std::uint32_t>(padded.volume() / columns);
    // Sticks of shards are read by the NoC, which wants 32 bytes at a time.
    const std::uint32_t unit = layout == Layout::TILE ? 32 : 16;
    if (layout == Layout::ROW_MAJOR && columns % unit != 0) return plain;
    return spec_of(shape, dtype, layout, draw_shards(random, rows, columns, unit));
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
    if (share()) return seed() / 2;
    const char* chip = std::getenv("IRONBIRD_CHIP");
    return 2 * seed() + (chip != nullptr && std::string_view(chip) == "p150" ? 1 : 0);
}

}  // namespace ttnn::test
