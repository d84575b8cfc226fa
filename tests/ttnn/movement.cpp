// Arrays, index maps and draws of the tests of data movement.
#include "movement.hpp"

#include <algorithm>
#include <numeric>

namespace ttnn::test {

std::int64_t linear(const Index& index, const Shape& shape) {
    std::int64_t at = 0;
    for (std::size_t d = 0; d < shape.rank(); d++) at = at * shape[static_cast<int>(d)] + index[d];
    return at;
}

Array mapped(const Array& input, const Shape& shape, const IndexMap& map, double fill) {
    Array out{shape, Doubles(shape.volume(), fill)};
    Index index(shape.rank(), 0);
    for (double& value : out.values) {
        const std::int64_t from = map(index);
        if (from >= 0) value = input.values[static_cast<std::size_t>(from)];
        for (std::size_t d = shape.rank(); d-- > 0;) {
            if (++index[d] < shape[static_cast<int>(d)]) break;
            index[d] = 0;
        }
    }
    return out;
}

Array counted_array(const Shape& shape) {
    Array array{shape, Doubles(shape.volume())};
    for (std::size_t i = 0; i < array.values.size(); i++)
        array.values[i] = static_cast<double>((i * 7 + i / 97) % 101);
    return array;
}

void expect_array(const Tensor& got, const Array& want, const std::string& what) {
    EXPECT_EQ(got.logical_shape(), want.shape) << what;
    expect_close(values_of(got), want.values, DataType::INT32, {}, what);
}

Shape Drawn::shape(std::size_t rank, std::uint32_t most) {
    ttsl::SmallVector<std::uint32_t> dims;
    std::uint32_t budget = 20000;
    for (std::size_t d = 0; d < rank; d++) {
        const std::uint32_t own = d + 2 < rank ? 4 : most;
        const std::uint32_t whole = below(4) == 0 && own >= 64 ? 32 * from_to(1, 2) : 0;
        const std::uint32_t dim = std::min(whole > 0 ? whole : from_to(1, own), budget);
        dims.push_back(dim);
        budget = std::max(1u, budget / dim);
    }
    return Shape(dims);
}

Shape Drawn::any_shape() {
    const std::uint32_t kind = below(12);
    if (kind == 0) return shapes()[below(static_cast<std::uint32_t>(shapes().size()))];
    return shape(kind <= 2 ? 1 : kind <= 5 ? 2 : kind <= 8 ? 4 : from_to(3, 8));
}

Stored Drawn::stored() {
    constexpr DataType kTypes[] = {DataType::BFLOAT16,  DataType::FLOAT32, DataType::INT32,
                                   DataType::BFLOAT8_B, DataType::UINT32,  DataType::UINT16,
                                   DataType::UINT8};
    const DataType dtype = kTypes[below(std::size(kTypes))];
    const bool tiles = dtype == DataType::BFLOAT8_B || below(2) == 0;
    return {dtype, tiles ? Layout::TILE : Layout::ROW_MAJOR, memories()[below(2)]};
}

std::vector<std::uint32_t> Drawn::order(std::size_t rank) {
    std::vector<std::uint32_t> order(rank);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random_);
    return order;
}

std::string named(const Shape& shape, const Stored& stored) {
    return fmt::format("{} {} {} {}", shape, stored.dtype, stored.layout,
                       stored.memory.buffer_type() == BufferType::L1 ? "L1" : "DRAM");
}

}  // namespace ttnn::test
