// One value per coordinate of a mesh, stored row-major. Included by mesh_coord.hpp.
#pragma once

#include <cstddef>
#include <iterator>
#include <tt-metalium/maybe_remote.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt_stl/assert.hpp>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tt::tt_metal::distributed {

namespace detail {

// A coordinate and a reference to its value, as structured bindings expect them.
template <typename T>
class MeshCoordinateValueProxy {
 public:
    MeshCoordinateValueProxy(const MeshCoordinate& coord, T* value)
        : coord_(coord), value_(value) {}

    const MeshCoordinate& coord() const { return coord_; }
    T& value() { return *value_; }
    const T& value() const { return *value_; }

    template <std::size_t I>
    decltype(auto) get() & {
        return pick<I>(*this);
    }
    template <std::size_t I>
    decltype(auto) get() const& {
        return pick<I>(*this);
    }
    // A temporary gives copies away.
    template <std::size_t I>
    auto get() const&& {
        return pick<I>(*this);
    }

 private:
    template <std::size_t I, typename Self>
    static decltype(auto) pick(Self& self) {
        static_assert(I < 2);
        if constexpr (I == 0)
            return self.coord();
        else
            return self.value();
    }

    MeshCoordinate coord_;
    T* value_;
};

template <typename Container, typename T>
class MeshContainerIterator {
 public:
    using ValueProxy = MeshCoordinateValueProxy<T>;
    using iterator_category = std::forward_iterator_tag;
    using value_type = ValueProxy;
    using difference_type = std::ptrdiff_t;
    using Item = std::conditional_t<std::is_const_v<T>, const ValueProxy, ValueProxy>;
    using pointer = Item*;
    using reference = Item&;

    MeshContainerIterator(Container* container, MeshCoordinateRange::Iterator at, std::size_t index)
        : container_(container), at_(std::move(at)), index_(index), proxy_(look()) {}

    MeshContainerIterator& operator++() {
        ++at_;
        ++index_;
        proxy_ = look();
        return *this;
    }
    MeshContainerIterator operator++(int) {
        auto before = *this;
        ++*this;
        return before;
    }

    ValueProxy& operator*() { return proxy_; }
    const ValueProxy& operator*() const { return proxy_; }
    ValueProxy* operator->() { return &proxy_; }
    const ValueProxy* operator->() const { return &proxy_; }
    bool operator==(const MeshContainerIterator& o) const {
        return container_ == o.container_ && index_ == o.index_;
    }

 private:
    ValueProxy look() const {
        auto& values = container_->values();
        return {*at_, index_ < values.size() ? &values[index_] : nullptr};
    }

    Container* container_;
    MeshCoordinateRange::Iterator at_;
    std::size_t index_;
    ValueProxy proxy_;
};

}  // namespace detail

template <typename T>
class MeshContainer {
 public:
    using Iterator = detail::MeshContainerIterator<MeshContainer, T>;
    using ConstIterator = detail::MeshContainerIterator<const MeshContainer, const T>;

    MeshContainer(const MeshShape& shape, const T& fill_value)
        : MeshContainer(shape, std::vector<T>(shape.mesh_size(), fill_value)) {}
    MeshContainer(const MeshShape& shape, std::vector<T> values)
        : shape_(shape), coord_range_(shape), values_(std::move(values)) {
        TT_FATAL(shape.mesh_size() == values_.size(), "a mesh of {} devices cannot hold {} values",
                 shape.mesh_size(), values_.size());
    }

    const MeshShape& shape() const { return shape_; }
    const MeshCoordinateRange& coord_range() const { return coord_range_; }
    std::size_t size() const { return values_.size(); }

    T& at(const MeshCoordinate& coord) { return values_.at(coord.to_linear_index(shape_)); }
    const T& at(const MeshCoordinate& coord) const {
        return values_.at(coord.to_linear_index(shape_));
    }

    std::vector<T>& values() { return values_; }
    const std::vector<T>& values() const { return values_; }

    Iterator begin() { return {this, coord_range_.begin(), 0}; }
    Iterator end() { return {this, coord_range_.end(), values_.size()}; }
    ConstIterator begin() const { return {this, coord_range_.begin(), 0}; }
    ConstIterator end() const { return {this, coord_range_.end(), values_.size()}; }

    friend bool operator==(const MeshContainer& a, const MeshContainer& b) {
        return a.shape_ == b.shape_ && a.values_ == b.values_;
    }

 private:
    MeshShape shape_;
    MeshCoordinateRange coord_range_;
    std::vector<T> values_;
};

// The same for values of which some may be on another host.
template <typename T>
class DistributedMeshContainer : public MeshContainer<MaybeRemote<T>> {
 public:
    explicit DistributedMeshContainer(const MeshShape& global_shape)
        : MeshContainer<MaybeRemote<T>>(global_shape, MaybeRemote<T>::remote()) {}
    DistributedMeshContainer(const MeshShape& global_shape, std::vector<MaybeRemote<T>> values)
        : MeshContainer<MaybeRemote<T>>(global_shape, std::move(values)) {}

    bool is_local(const MeshCoordinate& coord) const { return this->at(coord).is_local(); }
};

}  // namespace tt::tt_metal::distributed

template <typename T>
struct std::tuple_size<tt::tt_metal::distributed::detail::MeshCoordinateValueProxy<T>>
    : std::integral_constant<std::size_t, 2> {};

template <typename T>
struct std::tuple_element<0, tt::tt_metal::distributed::detail::MeshCoordinateValueProxy<T>> {
    using type = const tt::tt_metal::distributed::MeshCoordinate;
};

template <typename T>
struct std::tuple_element<1, tt::tt_metal::distributed::detail::MeshCoordinateValueProxy<T>> {
    using type = T;
};
