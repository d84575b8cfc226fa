// Tensors as text, in upstream's format.
#include "ttnn/tensor/to_string.hpp"

#include <algorithm>
#include <cmath>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "ttnn/core.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/tensor/tensor_impl.hpp"

namespace ttnn {
namespace tensor_impl {

using namespace tt::tt_metal;

PrintOptions TTNN_PRINT_OPTIONS;

namespace {

constexpr std::string_view kBegin = "ttnn.Tensor(";
constexpr std::uint32_t kEnds = 2;  // elements at either end of a long dimension

// Numbers of one tensor, all with the same width.
class Numbers {
 public:
    Numbers(const Tensor& host, const PrintOptions& options)
        : precision_(options.precision), whole_(!is_floating_point(host.dtype())) {
        if (whole_ && host.dtype() == DataType::UINT32) {
            const auto data = host.to_vector<std::uint32_t>();
            values_.assign(data.begin(), data.end());
        } else if (whole_) {
            const auto data = host.to_vector<std::int32_t>();
            values_.assign(data.begin(), data.end());
        } else {
            const auto data = host.to_vector<float>();
            values_.assign(data.begin(), data.end());
        }
        scientific_ = options.sci_mode == SciMode::Enable ||
                      (options.sci_mode == SciMode::Default && wants_exponents());
    }

    std::string text(std::size_t i) const {
        if (whole_) return fmt::format("{:5}", static_cast<std::int64_t>(values_[i]));
        return scientific_ ? fmt::format("{:{}.{}e}", values_[i], precision_ + 7, precision_)
                           : fmt::format("{:{}.{}f}", values_[i], precision_ + 3, precision_);
    }

 private:
    bool wants_exponents() const {
        double low = INFINITY, high = 0;
        for (const double value : values_) {
            if (value == 0 || !std::isfinite(value)) continue;
            low = std::min(low, std::abs(value));
            high = std::max(high, std::abs(value));
        }
        return high > 0 && (high / low > 1000 || high > 1e8 || low < 1e-4);
    }

    std::vector<double> values_;
    int precision_;
    bool whole_, scientific_ = false;
};

class Printer {
 public:
    Printer(const Numbers& numbers, const tt::tt_metal::Shape& shape, bool all)
        : numbers_(numbers), shape_(shape), all_(all) {}

    void print(std::size_t dim, std::size_t offset) {
        if (dim == shape_.rank()) {
            out_ += numbers_.text(offset);
            return;
        }
        const std::uint32_t extent = shape_[static_cast<int>(dim)];
        std::size_t stride = 1;
        for (std::size_t d = dim + 1; d < shape_.rank(); d++) stride *= shape_[static_cast<int>(d)];
        const bool cut = !all_ && extent > 2 * kEnds;
        out_ += '[';
        for (std::uint32_t i = 0; i < extent; i++) {
            if (i > 0) out_ += between(dim);
            if (cut && i == kEnds) {
                out_ += dim + 1 == shape_.rank() ? " ..." : "...";
                i = extent - kEnds - 1;
            } else {
                print(dim + 1, offset + i * stride);
            }
        }
        out_ += ']';
    }

    std::string take() { return std::move(out_); }

 private:
    std::string between(std::size_t dim) const {
        const std::size_t below = shape_.rank() - dim;
        if (below == 1) return ", ";
        return (below == 2 ? ",\n" : ",\n\n") + std::string(kBegin.size() + dim + 1, ' ');
    }

    const Numbers& numbers_;
    const tt::tt_metal::Shape& shape_;
    bool all_;
    std::string out_;
};

std::string data_text(const Tensor& host) {
    const PrintOptions& options = TTNN_PRINT_OPTIONS;
    if (options.profile == TensorPrintProfile::Empty) return "...";
    const Numbers numbers(host, options);
    Printer printer(numbers, host.logical_shape(), options.profile == TensorPrintProfile::Full);
    printer.print(0, 0);
    return printer.take();
}

std::string with_attributes(std::string_view data, const Tensor& tensor) {
    return fmt::format("{}{}, shape={}, dtype={}, layout=Layout::{})", kBegin, data,
                       tensor.logical_shape(), tensor.dtype(),
                       tensor.layout() == Layout::TILE ? "TILE" : "ROW_MAJOR");
}

}  // namespace

std::string to_string(const Tensor& tensor) {
    if (!tensor.is_allocated()) return with_attributes("<buffer is not allocated>", tensor);
    const Tensor host = tensor.cpu();
    const std::vector<Tensor> shards = ttnn::distributed::get_device_tensors(host);
    if (shards.size() == 1) return with_attributes(data_text(shards.front()), tensor);
    std::string text;
    std::size_t i = 0;
    for (const auto& coord : host.host_tensor().buffer().shard_coords()) {
        const auto* device = tensor.device();
        if (device != nullptr)
            text += fmt::format("device_id: {}, ", device->get_device(coord)->id());
        text += fmt::format("{}\n{}\n", coord, with_attributes(data_text(shards[i++]), tensor));
    }
    return text;
}

}  // namespace tensor_impl

std::string to_string(const Tensor& tensor) {
    return tensor_impl::to_string(tensor);
}

std::ostream& operator<<(std::ostream& os, const Tensor& tensor) {
    return os << to_string(tensor);
}

void core::set_printoptions(TensorPrintProfile print_profile, SciMode sci_mode, int precision) {
    TT_FATAL(precision >= 0 && precision <= 64, "a precision of {} digits makes no sense",
             precision);
    tensor_impl::TTNN_PRINT_OPTIONS = {print_profile, sci_mode, precision};
}

}  // namespace ttnn
