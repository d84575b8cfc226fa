// Circular buffers in one call each, for program factories.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tt-metalium/circular_buffer.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/program.hpp>
#include <tuple>
#include <variant>

namespace tt::tt_metal {

using CbCores = std::variant<CoreCoord, CoreRange, CoreRangeSet>;

// Several indices on the same memory; on that of a buffer, if one is given.
template <std::size_t N>
std::tuple<std::array<std::uint32_t, N>, CBHandle> create_cb(
    const std::uint32_t (&cbs)[N], Program& program, const CbCores& core_spec,
    std::uint32_t page_size, std::uint32_t num_pages, DataFormat data_format,
    Buffer* buffer = nullptr) {
    const std::array<std::uint32_t, N> indices = std::to_array(cbs);
    std::map<std::uint8_t, DataFormat> formats;
    for (const std::uint32_t index : indices)
        formats.emplace(static_cast<std::uint8_t>(index), data_format);
    CircularBufferConfig config(page_size * num_pages, formats);
    for (const auto& [index, format] : formats) config.set_page_size(index, page_size);
    if (buffer != nullptr) config.set_globally_allocated_address(*buffer);
    return {indices, CreateCircularBuffer(program, core_spec, config)};
}

inline std::tuple<std::uint32_t, CBHandle> create_cb(
    std::uint32_t cb, Program& program, const CbCores& core_spec, std::uint32_t page_size,
    std::uint32_t num_pages, DataFormat data_format, Buffer* buffer = nullptr) {
    const std::uint32_t only[] = {cb};
    const CBHandle handle =
        std::get<1>(create_cb(only, program, core_spec, page_size, num_pages, data_format, buffer));
    return {cb, handle};
}

}  // namespace tt::tt_metal
