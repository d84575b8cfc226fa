// Data movement against plain index maps on the host: arrays, and tensors drawn by seed.
#pragma once

#include <functional>
#include <string>

#include "harness.hpp"

namespace ttnn::test {

struct Array {
    Shape shape;
    Doubles values;
};

using Index = std::vector<std::uint32_t>;
// The element of the input for a place of the result; below 0: the fill value.
using IndexMap = std::function<std::int64_t(const Index&)>;

std::int64_t linear(const Index& index, const Shape& shape);
Array mapped(const Array& input, const Shape& shape, const IndexMap& map, double fill = 0);

// Small whole numbers, which every data type holds exactly.
Array counted_array(const Shape& shape);

void expect_array(const Tensor& got, const Array& want, const std::string& what);

// How a tensor is stored.
struct Stored {
    DataType dtype;
    Layout layout;
    MemoryConfig memory;
};

class Drawn {
 public:
    Drawn(unsigned seed, MeshDevice& device) : random_(seed), device_(device) {}

    std::uint32_t below(std::uint32_t end) {
        return end == 0 ? 0 : static_cast<std::uint32_t>(random_() % end);
    }
    std::uint32_t from_to(std::uint32_t first, std::uint32_t last) {
        return first + below(last - first + 1);
    }
    // Of one rank, with dimensions from 1 to so many, mostly small.
    Shape shape(std::size_t rank, std::uint32_t most = 70);
    Shape any_shape();  // also of rank 0, and with nothing in it
    Stored stored();
    Tensor tensor(const Array& array, const Stored& stored) {
        return tensor_of(array.values,
                         spec_of(array.shape, stored.dtype, stored.layout, stored.memory),
                         &device_);
    }
    std::vector<std::uint32_t> order(std::size_t rank);
    MeshDevice& device() { return device_; }

 private:
    std::mt19937 random_;
    MeshDevice& device_;
};

std::string named(const Shape& shape, const Stored& stored);

}  // namespace ttnn::test
