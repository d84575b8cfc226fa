// A program's semaphore as an object: this core's word, and the same word on other cores.
#pragma once

#include "api/dataflow/noc.h"

#if !defined(COMPILE_FOR_TRISC)

template <ProgrammableCoreType core_type = ProgrammableCoreType::TENSIX>
class Semaphore {
 public:
    explicit Semaphore(uint32_t semaphore_id) : address_(get_semaphore<core_type>(semaphore_id)) {}

    uintptr_t get_l1_addr() const { return address_; }

    void set(uint32_t value) { ib_sem_set(address_, value); }
    void wait(uint32_t value) { ib_sem_wait(address_, value); }
    void wait_min(uint32_t value) { ib_sem_wait_min(address_, value); }
    void up(uint32_t value) { ib_sem_add(address_, value); }
    void down(uint32_t value) {
        wait_min(value);
        ib_sem_add(address_, -value);
    }

    void up(const Noc& noc, uint32_t noc_x, uint32_t noc_y, uint32_t value,
            uint8_t vc = NOC_UNICAST_WRITE_VC) {
        noc_semaphore_inc(on_core(noc, noc_x, noc_y), value, noc.get_noc_id(), vc);
    }

    void inc_multicast(const Noc& noc, uint32_t noc_x_start, uint32_t noc_y_start,
                       uint32_t noc_x_end, uint32_t noc_y_end, uint32_t value, uint32_t num_dests) {
        const uint64_t to = on_cores(noc, noc_x_start, noc_y_start, noc_x_end, noc_y_end);
        noc_semaphore_inc_multicast(to, value, num_dests, noc.get_noc_id());
    }

    template <NocOptions opts = NocOptions::DEFAULT>
    void set_multicast(const Noc& noc, uint32_t noc_x_start, uint32_t noc_y_start,
                       uint32_t noc_x_end, uint32_t noc_y_end, uint32_t num_dests,
                       bool linked = false) {
        relay_multicast<opts>(noc, *this, noc_x_start, noc_y_start, noc_x_end, noc_y_end, num_dests,
                              linked);
    }

    // This core's value to another semaphore, elsewhere.
    template <ProgrammableCoreType other = core_type>
    void relay_unicast(const Noc& noc, const Semaphore<other>& dst_sem, uint32_t noc_x,
                       uint32_t noc_y) {
        noc_semaphore_set_remote(address_, dst_sem.on_core(noc, noc_x, noc_y), noc.get_noc_id());
    }

    template <NocOptions opts = NocOptions::DEFAULT, ProgrammableCoreType other = core_type>
    void relay_multicast(const Noc& noc, const Semaphore<other>& dst_sem, uint32_t noc_x_start,
                         uint32_t noc_y_start, uint32_t noc_x_end, uint32_t noc_y_end,
                         uint32_t num_dests, bool linked = false) {
        const uint64_t to = dst_sem.on_cores(noc, noc_x_start, noc_y_start, noc_x_end, noc_y_end);
        if constexpr (has_flag(opts, NocOptions::MCAST_INCL_SRC)) {
            noc_semaphore_set_multicast_loopback_src(address_, to, num_dests, linked,
                                                     noc.get_noc_id());
        } else {
            noc_semaphore_set_multicast(address_, to, num_dests, linked, noc.get_noc_id());
        }
    }

 private:
    template <ProgrammableCoreType>
    friend class Semaphore;

    uint64_t on_core(const Noc& noc, uint32_t x, uint32_t y) const {
        return get_noc_addr(x, y, address_, noc.get_noc_id());
    }
    uint64_t on_cores(const Noc& noc, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1) const {
        return get_noc_multicast_addr(x0, y0, x1, y1, address_, noc.get_noc_id());
    }

    uint32_t address_;
};

#endif
