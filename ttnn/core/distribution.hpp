// Which devices of a mesh a distribution goes to, and boxes of row-major data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <tt_stl/assert.hpp>
#include <vector>

namespace ttnn::distributed {

// Checks the wish of a mapper or composer against the mesh.
class Distribution {
 public:
    using Shape = tt::tt_metal::distributed::MeshShape;
    using Coord = tt::tt_metal::distributed::MeshCoordinate;

    Distribution(const char* who, const Shape& mesh, const std::optional<Shape>& wish,
                 const Coord& offset, std::size_t axes);

    const Shape& mesh() const { return mesh_; }
    const Shape& shape() const { return shape_; }
    // The devices in row-major order of the distribution.
    const std::vector<Coord>& devices() const { return devices_; }

 private:
    bool fits() const;
    void place_as_part(const Coord& offset);

    const char* who_;
    Shape mesh_;
    Shape shape_;
    std::vector<Coord> devices_;
};

// A row-major array as outer x extent x inner around one of its dimensions.
struct Around {
    std::size_t outer = 1, extent = 1, inner = 1;

    Around(const tt::tt_metal::Shape& shape, int dim) {
        const auto rank = static_cast<int>(shape.rank());
        TT_FATAL(dim >= -rank && dim < rank, "Dimension {} is out of range for a tensor of {}", dim,
                 shape);
        const int at = dim < 0 ? dim + rank : dim;
        for (int i = 0; i < rank; ++i) (i < at ? outer : i == at ? extent : inner) *= shape[i];
    }
};

// Calls with an element of the C++ type that holds the values; block formats are held as float.
template <typename F>
decltype(auto) with_element_of(tt::tt_metal::DataType dtype, F&& call) {
    using tt::tt_metal::DataType;
    switch (dtype) {
        case DataType::BFLOAT16:
            return call(::bfloat16{});
        case DataType::INT32:
            return call(std::int32_t{});
        case DataType::UINT32:
            return call(std::uint32_t{});
        case DataType::UINT16:
            return call(std::uint16_t{});
        case DataType::UINT8:
            return call(std::uint8_t{});
        case DataType::INT8:
            return call(std::int8_t{});
        default:
            return call(float{});
    }
}

}  // namespace ttnn::distributed
