// Several connections of a worker, each with the direction that it leads to.
#pragma once

#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"

#ifndef TT_FABRIC_MAX_ROUTING_PLANE_CONNECTIONS
#define TT_FABRIC_MAX_ROUTING_PLANE_CONNECTIONS 4
#endif

namespace tt::tt_fabric {

class RoutingPlaneConnectionManager final {
 public:
    static constexpr size_t MaxConnections = TT_FABRIC_MAX_ROUTING_PLANE_CONNECTIONS;
    using Sender = WorkerToFabricEdmSender;
    enum BuildFromArgsMode : uint8_t {
        BUILD_ONLY,
        BUILD_AND_OPEN_CONNECTION,
        BUILD_AND_OPEN_CONNECTION_START_ONLY,
    };

#if defined(FABRIC_2D)
    uint32_t ew_dim;
    uint16_t my_mesh_id;
    uint16_t my_chip_id;
#endif

    struct ConnectionSlot {
        Sender sender;
        uint8_t tag;
#if defined(FABRIC_2D)
        uint16_t dst_dev_id;
        uint16_t dst_mesh_id;
#endif
    };

    RoutingPlaneConnectionManager() : num_active_(0) {}

    template <BuildFromArgsMode build_mode = BUILD_ONLY,
              uint8_t WORKER_HANDSHAKE_NOC = get_fabric_worker_noc()>
    static RoutingPlaneConnectionManager build_from_args(size_t& arg_idx,
                                                         uint32_t num_connections_to_build) {
        ASSERT(num_connections_to_build <= MaxConnections);
        RoutingPlaneConnectionManager m;
        m.num_active_ = num_connections_to_build;
        for (uint32_t i = 0; i < m.num_active_; i++) {
            m.slots_[i].tag = uint8_t(get_arg_val<uint32_t>(arg_idx++));
            m.slots_[i].sender = Sender::build_from_args<ProgrammableCoreType::TENSIX>(arg_idx);
        }
        if constexpr (build_mode != BUILD_ONLY) m.open_start<false, WORKER_HANDSHAKE_NOC>();
        if constexpr (build_mode == BUILD_AND_OPEN_CONNECTION)
            m.open_finish<WORKER_HANDSHAKE_NOC>();
#if defined(FABRIC_2D)
        m.ew_dim = get_arg_val<uint32_t>(arg_idx++);
        m.my_chip_id = uint16_t(get_arg_val<uint32_t>(arg_idx++));
        m.my_mesh_id = uint16_t(get_arg_val<uint32_t>(arg_idx++));
        for (uint32_t i = 0; i < m.num_active_; i++) {
            m.slots_[i].dst_dev_id = uint16_t(get_arg_val<uint32_t>(arg_idx++));
            m.slots_[i].dst_mesh_id = uint16_t(get_arg_val<uint32_t>(arg_idx++));
        }
#endif
        return m;
    }

    ConnectionSlot& get(uint32_t index) {
        ASSERT(index < num_active_);
        return slots_[index];
    }
    const ConnectionSlot& get(uint32_t index) const { return slots_[index]; }
    uint8_t get_tag(uint32_t index) const { return slots_[index].tag; }
    uint32_t active_count() const { return num_active_; }

    // fn(sender, index, tag)
    template <typename Fn>
    void for_each(Fn&& fn) {
        for (uint32_t i = 0; i < num_active_; i++) fn(slots_[i].sender, i, slots_[i].tag);
    }
    template <typename Fn>
    void for_each_with_tag(uint32_t tag, Fn&& fn) {
        for (uint32_t i = 0; i < num_active_; i++)
            if (slots_[i].tag == tag) fn(slots_[i].sender, i, slots_[i].tag);
    }

    template <bool SEND_CREDIT_ADDR = false, uint8_t noc = get_fabric_worker_noc()>
    void open_start() {
        for_each([](Sender& s, uint32_t, uint32_t) { s.open_start<false, false, noc>(); });
    }
    template <uint8_t noc = get_fabric_worker_noc()>
    void open_finish() {
        for_each([](Sender& s, uint32_t, uint32_t) { s.open_finish<false, noc>(); });
    }
    template <bool SEND_CREDIT_ADDR = false, uint8_t noc = get_fabric_worker_noc()>
    void open() {
        open_start<SEND_CREDIT_ADDR, noc>();
        open_finish<noc>();
    }
    template <uint8_t noc = get_fabric_worker_noc()>
    void close_start() {
        for_each([](Sender& s, uint32_t, uint32_t) { s.close_start<false, noc>(); });
    }
    template <uint8_t noc = get_fabric_worker_noc()>
    void close_finish() {
        for_each([](Sender& s, uint32_t, uint32_t) { s.close_finish<false, noc>(); });
    }
    template <uint8_t noc = get_fabric_worker_noc()>
    void close() {
        close_start<noc>();
        close_finish<noc>();
    }

 private:
    ConnectionSlot slots_[MaxConnections];
    uint32_t num_active_;
};

}  // namespace tt::tt_fabric
