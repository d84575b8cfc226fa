// Images and the windows that move over them, for the tests of pooling and convolution.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "harness.hpp"

namespace ttnn::test {

struct Images {
    std::uint32_t batch, height, width, channels;

    Shape shape() const { return Shape({batch, height, width, channels}); }
};

struct Windows {
    std::array<std::uint32_t, 2> kernel, stride{1, 1};
    std::array<std::uint32_t, 4> padding{};  // top, bottom, left, right
    std::array<std::uint32_t, 2> dilation{1, 1};
};

// The pixels of a window that the image has, and which of the window's places they are at.
struct Window {
    std::vector<std::size_t> pixels, places;
};

inline std::uint32_t windows_along(std::uint32_t extent, const Windows& windows, std::size_t dim) {
    const std::uint32_t reach = windows.dilation[dim] * (windows.kernel[dim] - 1) + 1;
    const std::uint32_t padded = extent + windows.padding[2 * dim] + windows.padding[2 * dim + 1];
    return (padded - reach) / windows.stride[dim] + 1;
}

inline void for_each_window(const Images& images, const Windows& windows,
                            const std::function<void(const Window&)>& see) {
    const auto& [kernel, stride, padding, dilation] = windows;
    for (std::uint32_t n = 0; n < images.batch; n++)
        for (std::uint32_t oy = 0; oy < windows_along(images.height, windows, 0); oy++)
            for (std::uint32_t ox = 0; ox < windows_along(images.width, windows, 1); ox++) {
                Window window;
                for (std::uint32_t i = 0; i < kernel[0] * kernel[1]; i++) {
                    const std::uint32_t y = oy * stride[0] + i / kernel[1] * dilation[0];
                    const std::uint32_t x = ox * stride[1] + i % kernel[1] * dilation[1];
                    if (y < padding[0] || x < padding[2]) continue;
                    const std::size_t row = y - padding[0], column = x - padding[2];
                    if (row >= images.height || column >= images.width) continue;
                    window.pixels.push_back((n * images.height + row) * images.width + column);
                    window.places.push_back(i);
                }
                see(window);
            }
}

inline Tensor drawn(std::mt19937& random, const Images& images, DataType type, Layout layout,
                    MeshDevice& device) {
    return tensor_of(draw(random, images.shape().volume(), -2, 2, false),
                     spec_of(images.shape(), type, layout), &device);
}

}  // namespace ttnn::test
