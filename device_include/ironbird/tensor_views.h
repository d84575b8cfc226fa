// Accessors in groups, and accessors seen by page or by shard.
#pragma once

#include <array>
#include <tuple>
#include <utility>

// One accessor per set of arguments; base addresses are consecutive runtime arguments.
template <typename... Args>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t first_address_argument) {
    return [&]<uint32_t... I>(std::integer_sequence<uint32_t, I...>) {
        return std::make_tuple(TensorAccessor(
            std::get<I>(args), get_arg_val<uint32_t>(first_address_argument + I))...);
    }(std::make_integer_sequence<uint32_t, sizeof...(Args)>());
}

// The form of 2025: page sizes are consecutive compile-time arguments.
template <typename... Args>
auto make_tensor_accessor_tuple(const std::tuple<Args...>& args, uint32_t first_address_argument,
                                uint32_t first_size_argument) {
    using Arguments = ironbird::CompileTime<typename ironbird::LateVoid<sizeof...(Args)>::type>;
    return [&]<uint32_t... I>(std::integer_sequence<uint32_t, I...>) {
        return std::make_tuple(TensorAccessor(std::get<I>(args),
                                              get_arg_val<uint32_t>(first_address_argument + I),
                                              Arguments::positional[first_size_argument + I])...);
    }(std::make_integer_sequence<uint32_t, sizeof...(Args)>());
}

// Any accessor behind one type, so that a kernel can index them at run time; the accessor stays
// where it is.
class AbstractTensorAccessorWrapper {
 public:
    AbstractTensorAccessorWrapper() = default;

    template <typename Accessor>
    AbstractTensorAccessorWrapper(const Accessor& accessor)
        : accessor_(&accessor),
          ask_([](const void* self, uint32_t page, uint32_t offset, uint8_t noc) {
              return static_cast<const Accessor*>(self)->get_noc_addr(page, offset, noc);
          }) {}

    uint64_t get_noc_addr(uint32_t page_idx, uint32_t offset = 0, uint8_t noc = noc_index) const {
        return ask_(accessor_, page_idx, offset, noc);
    }

 private:
    const void* accessor_ = nullptr;
    uint64_t (*ask_)(const void*, uint32_t, uint32_t, uint8_t) = nullptr;
};

template <typename... Accessors>
auto make_abstract_tensor_accessor_wrappers(const std::tuple<Accessors...>& accessors) {
    return std::apply(
        [](const auto&... each) {
            return std::array<AbstractTensorAccessorWrapper, sizeof...(Accessors)>{
                AbstractTensorAccessorWrapper(each)...};
        },
        accessors);
}

// A tensor addressed by page,
template <typename Accessor>
struct PageView {
    explicit PageView(const Accessor& tensor) : accessor(tensor) {}

    auto get_noc_addr(uint32_t page, uint32_t offset, uint8_t noc) const {
        return accessor.get_noc_addr(page, offset, noc);
    }

    const Accessor& accessor;
};

// and by shard.
template <typename Accessor>
struct ShardView {
    explicit ShardView(const Accessor& tensor) : accessor(tensor) {}

    auto get_noc_addr(uint32_t shard, uint32_t offset, uint8_t noc) const {
        return accessor.get_shard_noc_addr(shard, offset, noc);
    }
    bool is_local_shard(uint32_t shard, uint8_t noc) const {
        return accessor.is_local_shard(shard, noc);
    }

    const Accessor& accessor;
};
