// Zero fills: L1 from the chip's region of zeros, DRAM from a buffer of zeros.
#pragma once

namespace ironbird {

IB_OF_CHIP uint32_t zeros_base() {
#if defined(IB_ANY_CHIP)
    return ib_chip.zeros_base;
#else
    return MEM_ZEROS_BASE;
#endif
}

// Reads of the zeros region of this very core, as many as it takes.
inline void zero_l1(uint32_t addr, uint32_t size, uint8_t noc) {
    const uint64_t zeros = get_noc_addr(zeros_base(), noc);
    for (uint32_t done = 0; done < size; done += MEM_ZEROS_SIZE) {
        const uint32_t left = size - done;
        noc_async_read(zeros, addr + done, left < MEM_ZEROS_SIZE ? left : MEM_ZEROS_SIZE, noc);
    }
}

}  // namespace ironbird

template <typename Dst>
void Noc::async_write_zeros(const Dst& dst, uint32_t size_bytes,
                            const typename noc_traits_t<Dst>::dst_args_type& args) const {
    ironbird::zero_l1(local_destination(dst, args), size_bytes, noc_id_);
}

// The scratch buffer holds zeros already; one burst of it serves for the whole range.
template <typename DSpec, typename Scratch>
void Noc::async_write_zeros(const TensorAccessor<DSpec>& accessor, uint32_t size_bytes,
                            const typename noc_traits_t<TensorAccessor<DSpec>>::dst_args_type& args,
                            const Scratch& scratch) const {
    static_assert(DSpec::is_dram, "zeros through a scratch buffer are for tensors in DRAM");
    const uint32_t zeros = local_source(scratch, {});
    const uint64_t to = destination(accessor, args);
    const uint32_t burst = ironbird::chip::burst_bytes();
    for (uint32_t done = 0; done < size_bytes; done += burst) {
        const uint32_t left = size_bytes - done;
        noc_async_write(zeros, to + done, left < burst ? left : burst, noc_id_);
    }
}
