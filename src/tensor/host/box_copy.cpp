// Dimensions that are whole in both arrays are merged, so that each copy is as long as it can be.
#include "tensor/host/box_copy.hpp"

#include <cstring>
#include <vector>

#include "tensor/require.hpp"

namespace ironbird::tensor {

using tt::tt_metal::Shape;

namespace {

struct Dim {
    std::size_t count, from_step, to_step;  // steps in bytes
};

std::size_t offset_of(const BoxPlace& place, std::size_t element_bytes) {
    std::size_t offset = 0;
    for (std::size_t i = 0; i < place.shape.rank(); i++)
        offset = offset * place.shape.view()[i] + place.start.view()[i];
    return offset * element_bytes;
}

void check(const BoxPlace& place, const Shape& box) {
    require(place.shape.rank() == box.rank() && place.start.rank() == box.rank(),
            "{} at {} of {}: ranks differ", box, place.start, place.shape);
    for (std::size_t i = 0; i < box.rank(); i++)
        require(place.start.view()[i] + std::uint64_t{box.view()[i]} <= place.shape.view()[i],
                "{} at {} does not fit into {}", box, place.start, place.shape);
}

// From the outermost dimension to the innermost; the last is a run of bytes.
std::vector<Dim> dims_of(const BoxPlace& source, const BoxPlace& target, const Shape& box,
                         std::size_t element_bytes) {
    std::vector<Dim> dims{{element_bytes, 1, 1}};
    std::size_t from_step = element_bytes, to_step = element_bytes;
    for (std::size_t i = box.rank(); i-- > 0;) {
        Dim& inner = dims.back();
        const std::size_t count = box.view()[i];
        if (from_step == inner.count * inner.from_step && to_step == inner.count * inner.to_step)
            inner.count *= count;
        else
            dims.push_back({count, from_step, to_step});
        from_step *= source.shape.view()[i];
        to_step *= target.shape.view()[i];
    }
    return {dims.rbegin(), dims.rend()};
}

void copy(const std::byte* from, std::byte* to, std::span<const Dim> dims) {
    const Dim& dim = dims.front();
    if (dims.size() == 1) {
        std::memcpy(to, from, dim.count);
        return;
    }
    for (std::size_t i = 0; i < dim.count; i++)
        copy(from + i * dim.from_step, to + i * dim.to_step, dims.subspan(1));
}

}  // namespace

BoxPlace at_start(const Shape& shape) {
    return {shape, Shape(ttsl::SmallVector<std::uint32_t>(shape.rank(), 0u))};
}

void copy_box(const std::byte* from, const BoxPlace& source, std::byte* to, const BoxPlace& target,
              const Shape& box, std::size_t element_bytes) {
    check(source, box);
    check(target, box);
    if (box.volume() == 0) return;
    copy(from + offset_of(source, element_bytes), to + offset_of(target, element_bytes),
         dims_of(source, target, box, element_bytes));
}

}  // namespace ironbird::tensor
