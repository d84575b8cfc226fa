// Windows of images as rows of elements: what pooling and convolution are made from.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::window {

using Pair = std::array<std::uint32_t, 2>;
using Padding = std::variant<Pair, std::array<std::uint32_t, 4>>;

// Along one dimension of an image: where windows begin and how far they reach. Negative padding
// leaves out what is there.
struct Along {
    std::uint32_t extent, kernel;
    std::uint32_t stride = 1, dilation = 1;
    std::int64_t before = 0, after = 0;  // padding
    std::uint32_t spread = 1;            // elements lie so far apart, with nothing between them
    bool ceil = false;

    std::int64_t padded() const { return (std::int64_t{extent} - 1) * spread + 1 + before + after; }
    std::uint32_t reach() const { return dilation * (kernel - 1) + 1; }
    std::uint32_t windows() const;
    // What all windows see, of the padded image and beyond.
    std::uint32_t seen() const { return (windows() - 1) * stride + reach(); }
};

struct Image {
    std::uint32_t batch, channels;
    Along height, width;

    std::uint32_t pixels() const { return batch * height.windows() * width.windows(); }
};

// Checks that there is a window at all.
Image image_of(std::string_view op, std::uint32_t batch, std::uint32_t channels, const Pair& size,
               const Pair& kernel, const Pair& stride, const Padding& padding, const Pair& dilation,
               bool ceil = false);

// The pixels as [N, H, W, C] in ROW_MAJOR, interleaved, of a tensor in any of the forms that
// operations take.
Tensor pixels(std::string_view op, const Tensor& input, const Image& image);

// The image with its padding as windows see it.
Tensor framed(std::string_view op, const Tensor& pixels, const Image& image, double fill,
              bool replicate = false);

// Every window: [pixels, kernel height * kernel width * C], or with the place in the window in
// front [kernel height * kernel width, pixels, C]. ROW_MAJOR.
Tensor by_pixel(std::string_view op, const Tensor& framed, const Image& image);
Tensor by_place(std::string_view op, const Tensor& framed, const Image& image);

// A result of [1, 1, pixels, C] as the caller wants it.
Tensor delivered(const Tensor& result, DataType dtype, Layout layout,
                 const std::optional<const MemoryConfig>& memory);

}  // namespace ttnn::window
