// The processes of a program that runs on several hosts: those of mpirun, else one.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <tt_stl/span.hpp>
#include <tt_stl/strong_type.hpp>
#include <type_traits>

namespace tt::tt_metal::distributed::multihost {

enum class ReduceOp : std::uint8_t { SUM, MAX, MIN, PROD, LAND, LOR, BAND, BOR };

// clang-format off
enum class DType : std::uint8_t {
    INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT32, FLOAT64, BOOL, BYTE,
    COMPLEX_FLOAT, COMPLEX_DOUBLE,
};

namespace detail {
template <DType D>
struct IsDType { static constexpr DType value = D; };
}  // namespace detail

template <typename T, typename = void>
struct dtype_of;
template <> struct dtype_of<std::int8_t> : detail::IsDType<DType::INT8> {};
template <> struct dtype_of<std::uint8_t> : detail::IsDType<DType::UINT8> {};
template <> struct dtype_of<std::int16_t> : detail::IsDType<DType::INT16> {};
template <> struct dtype_of<std::uint16_t> : detail::IsDType<DType::UINT16> {};
template <> struct dtype_of<std::int32_t> : detail::IsDType<DType::INT32> {};
template <> struct dtype_of<std::uint32_t> : detail::IsDType<DType::UINT32> {};
template <> struct dtype_of<std::int64_t> : detail::IsDType<DType::INT64> {};
template <> struct dtype_of<std::uint64_t> : detail::IsDType<DType::UINT64> {};
template <> struct dtype_of<float> : detail::IsDType<DType::FLOAT32> {};
template <> struct dtype_of<double> : detail::IsDType<DType::FLOAT64> {};
template <> struct dtype_of<bool> : detail::IsDType<DType::BOOL> {};
template <> struct dtype_of<std::complex<float>> : detail::IsDType<DType::COMPLEX_FLOAT> {};
template <> struct dtype_of<std::complex<double>> : detail::IsDType<DType::COMPLEX_DOUBLE> {};
// clang-format on

template <typename T>
inline constexpr DType dtype_of_v = dtype_of<T>::value;

template <typename T, typename = void>
struct is_supported_dtype : std::false_type {};
template <typename T>
struct is_supported_dtype<T, std::void_t<decltype(dtype_of<T>::value)>> : std::true_type {};
template <typename T>
inline constexpr bool is_supported_dtype_v = is_supported_dtype<T>::value;

using Rank = ttsl::StrongType<int, struct RankTag>;
using Tag = ttsl::StrongType<int, struct TagTag>;
using Color = ttsl::StrongType<int, struct ColorTag>;
using Key = ttsl::StrongType<int, struct KeyTag>;
using Size = ttsl::StrongType<int, struct SizeTag>;
using SubcontextId = ttsl::StrongType<int, struct SubcontextIdTag>;
using DistributedContextId = ttsl::StrongType<int, struct DistributedContextIdTag>;

class DistributedException : public std::exception {
 public:
    virtual Rank rank() const noexcept = 0;
    virtual int error_code() const noexcept = 0;
    virtual const std::string& message() const noexcept = 0;
    virtual const std::string& error_string() const noexcept = 0;

    const char* what() const noexcept override { return message().c_str(); }
    ~DistributedException() override = default;
};

struct Status {
    Rank source = Rank(0);
    Tag tag = Tag(0);
    int count = 0;
};

class Request {
 public:
    virtual ~Request() = default;

    [[nodiscard]] virtual Status wait() = 0;
    [[nodiscard]] virtual std::optional<Status> test() = 0;
    virtual void cancel() = 0;
    [[nodiscard]] virtual bool active() const = 0;
};

class DistributedContext;
using RequestPtr = std::shared_ptr<Request>;
using ContextPtr = std::shared_ptr<DistributedContext>;

class DistributedContext {
 protected:
    using Bytes = ttsl::Span<std::byte>;

 public:
    static constexpr int SPLIT_COLOR_UNDEFINED = -1;

    static void create(int argc, char** argv);
    static const ContextPtr& get_current_world();  // made on first use
    static ContextPtr get_world_context();
    static void set_current_world(const ContextPtr& ctx);
    static bool is_initialized();

    DistributedContextId id() const;

    [[nodiscard]] virtual Rank rank() const = 0;
    [[nodiscard]] virtual Size size() const = 0;
    [[nodiscard]] virtual bool supports_fault_tolerance() const = 0;

    [[nodiscard]] virtual std::optional<SubcontextId> subcontext_id() const { return std::nullopt; }
    [[nodiscard]] virtual int subcontext_count() const { return 1; }
    [[nodiscard]] virtual Size subcontext_size(SubcontextId subcontext_id) const;
    [[nodiscard]] virtual ttsl::Span<const int> subcontext_sizes() const;
    [[nodiscard]] virtual Rank local_to_world_rank(SubcontextId subcontext_id,
                                                   Rank local_rank) const;

    virtual void barrier() const = 0;

    virtual void send(Bytes buffer, Rank dest, Tag tag) const = 0;
    virtual void ssend(Bytes buffer, Rank dest, Tag tag) const = 0;
    virtual void recv(Bytes buffer, Rank source, Tag tag) const = 0;
    [[nodiscard]] virtual RequestPtr isend(Bytes buffer, Rank dest, Tag tag) const = 0;
    [[nodiscard]] virtual RequestPtr irecv(Bytes buffer, Rank source, Tag tag) const = 0;

    virtual void broadcast(Bytes buffer, Rank root) const = 0;
    virtual void gather(Bytes send_buf, Bytes recv_buf, Rank root) const = 0;
    virtual void scatter(Bytes send_buf, Bytes recv_buf, Rank root) const = 0;
    virtual void all_gather(Bytes send_buf, Bytes recv_buf) const = 0;
    virtual void all_to_all(Bytes send_buf, Bytes recv_buf) const = 0;

    virtual void all_reduce(Bytes send_buf, Bytes recv_buf, ReduceOp op, DType dtype) const = 0;
    virtual void reduce(Bytes send_buf, Bytes recv_buf, ReduceOp op, DType dtype,
                        Rank root) const = 0;
    virtual void reduce_scatter(Bytes send_buf, Bytes recv_buf, ReduceOp op, DType dtype) const = 0;
    virtual void scan(Bytes send_buf, Bytes recv_buf, ReduceOp op, DType dtype) const = 0;

    template <class T>
        requires is_supported_dtype_v<T>
    void all_reduce(ttsl::Span<T> send_buf, ttsl::Span<T> recv_buf, ReduceOp op) const {
        all_reduce(std::as_writable_bytes(send_buf), std::as_writable_bytes(recv_buf), op,
                   dtype_of_v<T>);
    }
    template <class T>
        requires is_supported_dtype_v<T>
    void reduce(ttsl::Span<T> send_buf, ttsl::Span<T> recv_buf, ReduceOp op, Rank root) const {
        reduce(std::as_writable_bytes(send_buf), std::as_writable_bytes(recv_buf), op,
               dtype_of_v<T>, root);
    }
    template <class T>
        requires is_supported_dtype_v<T>
    void scan(ttsl::Span<T> send_buf, ttsl::Span<T> recv_buf, ReduceOp op) const {
        scan(std::as_writable_bytes(send_buf), std::as_writable_bytes(recv_buf), op, dtype_of_v<T>);
    }
    template <class T>
        requires is_supported_dtype_v<T>
    void reduce_scatter(ttsl::Span<T> send_buf, ttsl::Span<T> recv_buf, ReduceOp op) const {
        reduce_scatter(std::as_writable_bytes(send_buf), std::as_writable_bytes(recv_buf), op,
                       dtype_of_v<T>);
    }

    [[nodiscard]] virtual ContextPtr duplicate() const = 0;
    [[nodiscard]] virtual ContextPtr split(Color color, Key key) const = 0;
    [[nodiscard]] virtual ContextPtr create_sub_context(ttsl::Span<int> ranks) const = 0;
    virtual void translate_ranks_to_other_ctx(ttsl::Span<int> ranks, const ContextPtr& other_ctx,
                                              ttsl::Span<int> translated_ranks) const = 0;
    virtual void abort(int error_code) const = 0;

    virtual void revoke_and_shrink() = 0;
    [[nodiscard]] virtual bool is_revoked() = 0;

    virtual std::size_t snoop_incoming_msg_size(Rank source, Tag tag) const = 0;

    virtual ~DistributedContext() = default;

 protected:
    static DistributedContextId generate_unique_id();
    DistributedContextId id_{0};
};

}  // namespace tt::tt_metal::distributed::multihost
