// What tests of operations share: a device for all of them, numbers drawn by seed, tensors of them,
// and results held against double precision.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <tt-metalium/distributed.hpp>
#include <vector>

#include "ttnn/core.hpp"
#include "ttnn/device.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn::test {

using tt::tt_metal::TensorLayout;
using tt::tt_metal::TensorSpec;
using Doubles = std::vector<double>;

// Chips may share the tests: each then takes a part of them, or of the rows of a test that is named
// EveryRow…; the other part with the next seed (README.md). Who shares with nobody takes all.
bool is_mine(std::string_view test_or_row);

// Every test also checks each cache hit against a program built anew.
class OnDevice : public testing::Test {
 public:
    void SetUp() override {
        const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
        const std::string name = std::string(test.test_suite_name()) + "." + test.name();
        if (name.find(".EveryRow") == std::string::npos && !is_mine(name))
            GTEST_SKIP() << "the other chip's";
    }
    static void SetUpTestSuite() {
        CONFIG.validate_program_args = true;
        device_ = open_mesh_device(0);
    }
    static void TearDownTestSuite() {
        device_->close();
        device_.reset();
    }

 protected:
    static MeshDevice& device() { return *device_; }
    static inline std::shared_ptr<MeshDevice> device_;
};

inline TensorSpec spec_of(const Shape& shape, DataType dtype, Layout layout = Layout::TILE,
                          const MemoryConfig& memory = MemoryConfig{}) {
    return {shape, TensorLayout(dtype, tt::tt_metal::PageConfig(layout), memory)};
}

Doubles draw(std::mt19937& random, std::size_t count, double low, double high, bool whole);
// Numbers for elements of a type: whole for integers. For block floats of 8 bits such as stay what
// they are beside others of the range, so that none leaves it.
Doubles draw_for(std::mt19937& random, DataType dtype, std::size_t count, double low, double high);
Tensor tensor_of(const Doubles& values, const TensorSpec& spec, MeshDevice* device);
Doubles values_of(const Tensor& tensor);

// How far an element may be off: the rounding of the data type and what the operation adds.
struct Tolerance {
    double relative = 0, absolute = 0;
};
void expect_close(const Doubles& got, const Doubles& want, DataType dtype, Tolerance tolerance,
                  const std::string& what);

// The text of what f throws; empty if it throws nothing.
std::string thrown(const std::function<void()>& f);

// Shapes of rank 0 to 8, small, with dimensions that are 0, 1, odd and not whole tiles among them.
const std::vector<Shape>& shapes();

inline constexpr DataType kReals[] = {DataType::BFLOAT16, DataType::FLOAT32, DataType::BFLOAT8_B};
inline constexpr DataType kIntegers[] = {DataType::INT32, DataType::UINT32, DataType::UINT16};

// Interleaved over either memory.
const std::vector<MemoryConfig>& memories();

// A way to store a tensor of this shape and type: layout, memory, and shards of any kind where the
// shape can be cut.
TensorSpec draw_spec(std::mt19937& random, const Shape& shape, DataType dtype);

// For block floats the shape with whole blocks in its rows: an operation on what fills up a block
// may leave nothing of the elements that share its exponent.
Shape shape_for(const Shape& shape, DataType dtype);

// Chooses among types, layouts and shapes where all of them are too many: another number for each
// chip and seed, or, where chips share the tests, for every other seed.
unsigned chip_seed();

}  // namespace ttnn::test
