// Views of contiguous memory under upstream's names.
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace ttsl {

template <typename T, std::size_t Extent = std::dynamic_extent>
using Span = std::span<T, Extent>;

template <class Container>
auto make_const_span(const Container& c) {
    return Span<const std::remove_reference_t<decltype(*std::data(c))>>(std::data(c), std::size(c));
}

template <class Container>
auto make_span(Container& c) {
    return Span<std::remove_reference_t<decltype(*std::data(c))>>(std::data(c), std::size(c));
}

template <class T>
Span<const std::byte> as_bytes(Span<T> s) noexcept {
    return std::as_bytes(s);
}

template <class T>
Span<std::byte> as_writable_bytes(Span<T> s) noexcept {
    return std::as_writable_bytes(s);
}

}  // namespace ttsl

namespace tt::stl {
using namespace ::ttsl;
}  // namespace tt::stl
