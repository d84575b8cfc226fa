// The chips that a model runs on: a mesh, tensors spread over it, and the time that its programs
// take there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "boards.hpp"
#include "ttnn/types.hpp"

namespace qwen3::device {

using Values = std::vector<float>;
using tt::tt_metal::TensorSpec;
using ttnn::DataType;
using ttnn::Layout;
using ttnn::Tensor;

// What TT_MESHDEVICE_SHAPE=ROWS,COLUMNS asks for, if it is set.
std::optional<Mesh> mesh_of_environment();
// That, or else 4x8 of 32 chips and one row of others.
Mesh mesh_for(std::int64_t chips);

// Interleaved in DRAM.
TensorSpec dram_spec(const ttnn::Shape& shape, DataType dtype, Layout layout);

// What programs of the chips took, on the chips' own clock.
struct ChipTime {
    std::uint64_t programs = 0;  // of one chip
    double first = 0, last = 0;  // seconds: when the first began and the last ended
    double busy = 0;             // of the chip that worked longest

    double span() const { return last - first; }
};

class Chips {
 public:
    // Opens them, with a fabric where there are several.
    explicit Chips(const Mesh& mesh);
    ~Chips();
    Chips(Chips&&) = delete;

    const Mesh& mesh() const { return mesh_; }
    std::int64_t count() const { return mesh_.chips(); }
    ttnn::MeshDevice& device() const { return *device_; }

    // The same for all, or made for each in the order of the mesh.
    Tensor same(std::span<const float> values, const ttnn::Shape& shape, DataType dtype,
                Layout layout) const;
    Tensor each(const std::function<Values(std::int64_t chip)>& values, const ttnn::Shape& shape,
                DataType dtype, Layout layout) const;
    // As each, and still on the host.
    Tensor on_host(const std::function<Values(std::int64_t chip)>& values,
                   const TensorSpec& spec) const;
    // Whole numbers in rows, the same for all; and the same into a tensor that is there.
    Tensor numbers(std::span<const std::int32_t> values, const ttnn::Shape& shape,
                   DataType dtype) const;
    void write(std::span<const std::int32_t> values, Tensor& to) const;
    // For each chip into a tensor that `each` made.
    void write_each(const std::function<Values(std::int64_t chip)>& values, Tensor& to) const;
    // A tensor of one chip.
    Values read(const Tensor& tensor, std::int64_t chip) const;

    // Since the last call; waits for the chips.
    ChipTime take_time();
    void wait() const;

    // Of the first chip; those of a mesh are alike.
    struct Dram {
        std::uint64_t used, total;  // bytes
    };
    Dram dram() const;

 private:
    struct Clock;

    Mesh mesh_;
    std::shared_ptr<ttnn::MeshDevice> device_;
    std::unique_ptr<Clock> clock_;
};

}  // namespace qwen3::device
