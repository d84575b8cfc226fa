// Collectives held against their definitions on the numbers of tensors, whatever their pages are.
#pragma once

#include <tt-metalium/global_semaphore.hpp>

#include "collectives.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/distributed/distributed_tensor.hpp"

namespace ttnn::test {

// Numbers of a tensor of any rank, row by row.
struct Numbers {
    Shape shape;
    Doubles values;

    std::size_t inner(int dim) const {
        std::size_t all = 1;
        for (int i = dim + 1; i < static_cast<int>(shape.rank()); i++) all *= shape[i];
        return all;
    }
};

inline Numbers joined(const std::vector<Numbers>& parts, int dim) {
    Numbers all{parts[0].shape, {}};
    all.shape[dim] = 0;
    for (const Numbers& p : parts) all.shape[dim] += p.shape[dim];
    const std::size_t lines = parts[0].values.size() / parts[0].shape[dim] / parts[0].inner(dim);
    for (std::size_t line = 0; line < lines; line++)
        for (const Numbers& p : parts) {
            const std::size_t run = p.shape[dim] * p.inner(dim);
            all.values.insert(all.values.end(), p.values.begin() + line * run,
                              p.values.begin() + (line + 1) * run);
        }
    return all;
}

inline Numbers slice(const Numbers& whole, int dim, std::uint32_t parts, std::uint32_t which) {
    Numbers part{whole.shape, {}};
    part.shape[dim] /= parts;
    const std::size_t run = part.shape[dim] * part.inner(dim);
    for (std::size_t at = which * run; at < whole.values.size(); at += parts * run)
        part.values.insert(part.values.end(), whole.values.begin() + at,
                           whole.values.begin() + at + run);
    return part;
}

inline Numbers total(const std::vector<Numbers>& parts) {
    Numbers sum = parts[0];
    for (std::size_t p = 1; p < parts.size(); p++)
        for (std::size_t i = 0; i < sum.values.size(); i++) sum.values[i] += parts[p].values[i];
    return sum;
}

class Forms : public Collectives {
 protected:
    static Numbers numbers(const Shape& shape, uint32_t device) {
        Numbers own{shape, Doubles(shape.volume())};
        for (std::size_t i = 0; i < own.values.size(); i++)
            own.values[i] = static_cast<double>((device * 5 + i * 3 + i / 97) % 16);
        return own;
    }
    std::vector<Numbers> of_line(const Shape& shape, const MeshCoordinate& at, int axis) const {
        std::vector<Numbers> all;
        for (const uint32_t d : line(at, axis)) all.push_back(numbers(shape, d));
        return all;
    }
    uint32_t place(const MeshCoordinate& at, int axis) const {
        return axis < 0 ? number(at) : at[axis];
    }
    // Other numbers on every device.
    Tensor each(const Shape& shape, DataType dtype = DataType::BFLOAT16,
                Layout layout = Layout::TILE, const MemoryConfig& memory = MemoryConfig{}) {
        Shape whole = shape;
        whole[0] *= devices();
        std::vector<Numbers> all;
        for (uint32_t d = 0; d < devices(); d++) all.push_back(numbers(shape, d));
        const Tensor host =
            tensor_of(joined(all, 0).values, spec_of(whole, dtype, layout), nullptr);
        const auto mapper = distributed::shard_tensor_to_mesh_mapper(*mesh_, 0);
        return to_memory_config(distributed::distribute_tensor(host, *mapper, *mesh_), memory);
    }
    void expect(const Tensor& out, const MeshCoordinate& at, const Numbers& want,
                const std::string& what) {
        EXPECT_EQ(out.logical_shape(), want.shape) << what;
        const Tensor got = distributed::get_device_tensors(out)[number(at)];
        EXPECT_EQ(values_of(got), want.values) << what << " on " << at;
    }
    template <typename Want>
    void expect_everywhere(const Tensor& out, const std::string& what, Want want) {
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape()))
            expect(out, at, want(at), what);
    }
    void expect_whole(const Tensor& out, const Shape& shape, int dim, int axis,
                      const std::string& what) {
        expect_everywhere(out, what, [&](const MeshCoordinate& at) {
            return joined(of_line(shape, at, axis), dim);
        });
    }
    void expect_total(const Tensor& out, const Shape& shape, int axis, const std::string& what) {
        expect_everywhere(
            out, what, [&](const MeshCoordinate& at) { return total(of_line(shape, at, axis)); });
    }
    void expect_slice(const Tensor& out, const Shape& shape, int dim, int axis,
                      const std::string& what) {
        expect_everywhere(out, what, [&](const MeshCoordinate& at) {
            const auto all = of_line(shape, at, axis);
            return slice(total(all), dim, static_cast<uint32_t>(all.size()), place(at, axis));
        });
    }
    static MemoryConfig sharded(TensorMemoryLayout layout, std::array<uint32_t, 2> shard,
                                const CoreRange& cores) {
        return MemoryConfig(layout, BufferType::L1, ShardSpec(CoreRangeSet(cores), shard));
    }
    CoreRange all_cores() const {
        const CoreCoord grid = mesh_->compute_with_storage_grid_size();
        return {CoreCoord(0, 0), CoreCoord(grid.x - 1, grid.y - 1)};
    }
    std::vector<GlobalSemaphore> semaphores(std::size_t count, const CoreRange& cores) {
        std::vector<GlobalSemaphore> all;
        while (all.size() < count) all.emplace_back(*mesh_, CoreRangeSet(cores), 0);
        return all;
    }
    // Whatever words a call leaves are read on all cores of all devices.
    void expect_at_start(const std::vector<GlobalSemaphore>& all, const CoreRange& cores) {
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape()))
            for (const GlobalSemaphore& semaphore : all)
                for (const CoreCoord& core : cores) {
                    std::vector<uint32_t> word;
                    tt::tt_metal::detail::ReadFromDeviceL1(
                        mesh_->get_device(at), core, static_cast<uint32_t>(semaphore.address()), 4,
                        word);
                    EXPECT_EQ(word[0], 0u) << "core " << core << " of device " << at;
                }
    }
};

}  // namespace ttnn::test
