// The NoC as an object: transfers between anything that has noc_traits_t.
#pragma once

#include "api/dataflow/dataflow_api.h"

#if !defined(COMPILE_FOR_TRISC)

// Specialised by each kind of source and destination:
//   src_args_type, dst_args_type, dst_args_mcast_type   what a call says about it
//   src_addr, dst_addr, dst_addr_mcast                  where it is, locally or on the NoC
//   computes_bank (optional)                            its addresses come from page arithmetic
template <typename T>
struct noc_traits_t {
    static_assert(sizeof(T) == 0,
                  "this type cannot be the source or destination of a NoC transfer");
};

enum class NocOptions : uint32_t {
    DEFAULT = 0,
    TXN_ID = 1,
    POSTED = 2,
    CUSTOM_VC = 4,
    MCAST_INCL_SRC = 8,
    INLINE_L1 = 16,
    INLINE_REG = 32,
};

constexpr NocOptions operator|(NocOptions a, NocOptions b) {
    return NocOptions(uint32_t(a) | uint32_t(b));
}
constexpr bool has_flag(NocOptions all, NocOptions one) {
    return (uint32_t(all) & uint32_t(one)) != 0;
}

// Values of the options that have one.
struct NocOptVals {
    uint32_t vc = NOC_UNICAST_WRITE_VC, trid = 0;
};

class Noc {
 public:
    enum class AddressType { NOC, LOCAL_L1 };
    static constexpr uint32_t INVALID_TXN_ID = 0xFFFFFFFF;
    static constexpr uint32_t kAnySize = ironbird::chip::kAnySize;

    Noc() : noc_id_(noc_index) {}
    explicit Noc(uint8_t noc_id) : noc_id_(noc_id) {}

    uint8_t get_noc_id() const { return noc_id_; }

    bool is_local_bank(uint32_t virtual_x, uint32_t virtual_y) const {
        return virtual_x == my_x[noc_id_] && virtual_y == my_y[noc_id_];
    }
    bool is_local_addr(uint64_t noc_addr) const {
        return is_local_bank(NOC_UNICAST_ADDR_X(noc_addr), NOC_UNICAST_ADDR_Y(noc_addr));
    }

    // ---- reads ----

    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = kAnySize,
              bool enable_noc_tracing = true, typename Src, typename Dst>
    void async_read(const Src& src, const Dst& dst, uint32_t size_bytes,
                    const typename noc_traits_t<Src>::src_args_type& src_args,
                    const typename noc_traits_t<Dst>::dst_args_type& dst_args,
                    const NocOptVals& noc_opts = {}) const {
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) {
            noc_async_read_set_trid(noc_opts.trid, noc_id_);
        }
        const auto how = ironbird::how(noc_id_, channel<opts>(noc_opts), page_flag<Src>());
        ib_noc_read(source(src, src_args), local_destination(dst, dst_args), size_bytes,
                    ironbird::tagged(how, read_cmd_buf));
    }

    // Up to NOC_MAX_BURST_SIZE the size is remembered too; above, each read gives its own.
    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = kAnySize,
              typename Src>
    void set_async_read_state(const Src& src, uint32_t size_bytes,
                              const typename noc_traits_t<Src>::src_args_type& src_args,
                              const NocOptVals& noc_opts = {}) const {
        noc_async_read_one_packet_set_state<has_flag(opts, NocOptions::CUSTOM_VC)>(
            source(src, src_args), size_bytes, noc_opts.vc, noc_id_);
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) {
            noc_async_read_set_trid(noc_opts.trid, noc_id_);
        }
    }

    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = kAnySize,
              typename Src, typename Dst>
    void async_read_with_state(const Src& src, const Dst& dst, uint32_t size_bytes,
                               const typename noc_traits_t<Src>::src_args_type& src_args,
                               const typename noc_traits_t<Dst>::dst_args_type& dst_args,
                               const NocOptVals& noc_opts = {}) const {
        constexpr bool one_packet = ironbird::chip::goes_as_one_packet<max_page_size>();
        const uint32_t from = uint32_t(source(src, src_args));
        const uint32_t to = local_destination(dst, dst_args);
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) {
            static_assert(one_packet, "a stateful read with a transaction id is one packet");
            noc_async_read_one_packet_with_state_with_trid(0, from, to, noc_opts.trid, noc_id_);
        } else if constexpr (one_packet) {
            noc_async_read_one_packet_with_state(from, to, 0, noc_id_);
        } else {
            noc_async_read_with_state(from, to, size_bytes, noc_id_);
        }
    }

    // ---- writes ----

    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = kAnySize,
              bool enable_noc_tracing = true, typename Src, typename Dst>
    void async_write(const Src& src, const Dst& dst, uint32_t size_bytes,
                     const typename noc_traits_t<Src>::src_args_type& src_args,
                     const typename noc_traits_t<Dst>::dst_args_type& dst_args,
                     const NocOptVals& noc_opts = {}) const {
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) {
            noc_async_write_set_trid(noc_opts.trid, noc_id_);
        }
        const uint32_t flags = posted_flag<opts>() | page_flag<Dst>();
        const auto how = ironbird::how(noc_id_, channel<opts>(noc_opts), flags);
        ib_noc_write(local_source(src, src_args), destination(dst, dst_args), size_bytes,
                     ironbird::tagged(how, write_cmd_buf));
    }

    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = kAnySize,
              bool enable_noc_tracing = true, typename Src, typename Dst>
    void async_write_multicast(const Src& src, const Dst& dst, uint32_t size_bytes,
                               uint32_t num_dsts,
                               const typename noc_traits_t<Src>::src_args_type& src_args,
                               const typename noc_traits_t<Dst>::dst_args_mcast_type& dst_args,
                               bool linked = false) const {
        static_assert(!has_flag(opts, NocOptions::TXN_ID), "a multicast has no transaction id");
        static_assert(!has_flag(opts, NocOptions::POSTED), "a multicast is never posted");
        const uint32_t from = local_source(src, src_args);
        const uint64_t to =
            noc_traits_t<Dst>::template dst_addr_mcast<AddressType::NOC>(dst, *this, dst_args);
        if constexpr (has_flag(opts, NocOptions::MCAST_INCL_SRC)) {
            noc_async_write_multicast_loopback_src(from, to, size_bytes, num_dsts, linked, noc_id_);
        } else {
            noc_async_write_multicast<max_page_size>(from, to, size_bytes, num_dsts, linked,
                                                     noc_id_);
        }
    }

    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = kAnySize,
              typename Dst>
    void set_async_write_state(const Dst& dst, uint32_t size_bytes,
                               const typename noc_traits_t<Dst>::dst_args_type& dst_args,
                               const NocOptVals& noc_opts = {}) const {
        static_assert(!has_flag(opts, NocOptions::TXN_ID),
                      "stateful writes have no transaction id");
        ironbird::set_write_state(write_cmd_buf, destination(dst, dst_args), size_bytes, noc_id_,
                                  noc_opts.vc, has_flag(opts, NocOptions::POSTED));
    }

    template <NocOptions opts = NocOptions::DEFAULT, uint32_t max_page_size = kAnySize,
              typename Src, typename Dst>
    void async_write_with_state(const Src& src, const Dst& dst, uint32_t size_bytes,
                                const typename noc_traits_t<Src>::src_args_type& src_args,
                                const typename noc_traits_t<Dst>::dst_args_type& dst_args,
                                const NocOptVals& noc_opts = {}) const {
        static_assert(!has_flag(opts, NocOptions::TXN_ID),
                      "stateful writes have no transaction id");
        constexpr bool one_packet = ironbird::chip::goes_as_one_packet<max_page_size>();
        const uint32_t size =
            one_packet ? ironbird::command_buffer(noc_id_, write_cmd_buf).word : size_bytes;
        ironbird::write_with_state(write_cmd_buf, local_source(src, src_args),
                                   uint32_t(destination(dst, dst_args)), size, noc_id_);
    }

    template <NocOptions opts = NocOptions::DEFAULT, typename Dst>
    void inline_dw_write(const Dst& dst, uint32_t val,
                         const typename noc_traits_t<Dst>::dst_args_type& dst_args,
                         uint8_t be = 0xF, const NocOptVals& noc_opts = {}) const {
        static_assert(!has_flag(opts, NocOptions::TXN_ID), "an inline write has no transaction id");
        static_assert(
            !has_flag(opts, NocOptions::INLINE_L1) || !has_flag(opts, NocOptions::INLINE_REG),
            "an inline write goes to L1 or to a register");
        ib_noc_inline_write(destination(dst, dst_args), val, be,
                            ironbird::how(noc_id_, channel<opts>(noc_opts), posted_flag<opts>()));
    }

    // ---- zeros: defined in ironbird/noc_zeros.h ----

    template <typename Dst>
    void async_write_zeros(const Dst& dst, uint32_t size_bytes,
                           const typename noc_traits_t<Dst>::dst_args_type& args = {}) const;

    template <typename DSpec, typename Scratch>
    void async_write_zeros(const TensorAccessor<DSpec>& accessor, uint32_t size_bytes,
                           const typename noc_traits_t<TensorAccessor<DSpec>>::dst_args_type& args,
                           const Scratch& scratch) const;

    void write_zeros_l1_barrier() const { noc_async_read_barrier(noc_id_); }
    void write_zeros_dram_barrier() const { noc_async_write_barrier(noc_id_); }

    // ---- waits ----

    template <NocOptions opts = NocOptions::DEFAULT>
    void async_read_barrier(const NocOptVals& noc_opts = {}) const {
        wait<opts>(IB_WAIT_READS, noc_opts);
    }

    template <NocOptions opts = NocOptions::DEFAULT>
    void async_write_barrier(const NocOptVals& noc_opts = {}) const {
        wait<opts>(IB_WAIT_WRITES_ACKED, noc_opts);
    }

    template <NocOptions opts = NocOptions::DEFAULT>
    void async_writes_flushed(const NocOptVals& noc_opts = {}) const {
        constexpr bool posted = has_flag(opts, NocOptions::POSTED);
        static_assert(!posted || !has_flag(opts, NocOptions::TXN_ID),
                      "posted writes are not counted by transaction id");
        wait<opts>(posted ? IB_WAIT_POSTED_SENT : IB_WAIT_WRITES_SENT, noc_opts);
    }

    void async_atomic_barrier() const { noc_async_atomic_barrier(noc_id_); }
    void async_full_barrier() const { noc_async_full_barrier(noc_id_); }
    bool is_read_trid_flushed(uint32_t trid) const {
        return ironbird::done(IB_WAIT_READS, noc_id_, trid);
    }

 private:
    template <typename Src, typename Args>
    uint64_t source(const Src& src, const Args& args) const {
        return noc_traits_t<Src>::template src_addr<AddressType::NOC>(src, *this, args);
    }
    template <typename Src, typename Args>
    uint32_t local_source(const Src& src, const Args& args) const {
        return noc_traits_t<Src>::template src_addr<AddressType::LOCAL_L1>(src, *this, args);
    }
    template <typename Dst, typename Args>
    uint64_t destination(const Dst& dst, const Args& args) const {
        return noc_traits_t<Dst>::template dst_addr<AddressType::NOC>(dst, *this, args);
    }
    template <typename Dst, typename Args>
    uint32_t local_destination(const Dst& dst, const Args& args) const {
        return noc_traits_t<Dst>::template dst_addr<AddressType::LOCAL_L1>(dst, *this, args);
    }

    template <NocOptions opts>
    static uint32_t channel(const NocOptVals& values) {
        return has_flag(opts, NocOptions::CUSTOM_VC) ? values.vc : NOC_UNICAST_WRITE_VC;
    }
    template <NocOptions opts>
    static constexpr uint32_t posted_flag() {
        return ironbird::flag_if(has_flag(opts, NocOptions::POSTED), IB_NOC_POSTED);
    }
    template <typename T>
    static constexpr uint32_t page_flag() {
        return ironbird::flag_if(requires { noc_traits_t<T>::computes_bank; }, IB_NOC_PAGE);
    }

    template <NocOptions opts>
    void wait(uint32_t waits, const NocOptVals& values) const {
        if constexpr (has_flag(opts, NocOptions::TXN_ID)) {
            ironbird::wait_for(waits, noc_id_, values.trid);
        } else {
            ironbird::wait_for(waits, noc_id_);
        }
    }

    uint8_t noc_id_;
};

#include "ironbird/noc_endpoint_parts.h"
#include "ironbird/noc_zeros.h"

#endif
