// The two connections of a chip on a line: forwards and backwards, each if there is one.
#pragma once

#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_worker_adapters.hpp"

class FabricConnectionManager final {
 public:
    using Sender = tt::tt_fabric::WorkerToFabricEdmSender;
    enum BuildFromArgsMode : uint8_t {
        BUILD_ONLY,
        BUILD_AND_OPEN_CONNECTION,
        BUILD_AND_OPEN_CONNECTION_START_ONLY,  // open_finish() is the caller's
    };

    // Arguments: a flag, and a connection if it is set, twice.
    template <BuildFromArgsMode build_mode = BUILD_ONLY>
    static FabricConnectionManager build_from_args(size_t& arg_idx) {
        FabricConnectionManager m;
        for (Side& side : m.sides_) {
            side.there = get_arg_val<uint32_t>(arg_idx++) != 0;
            if (!side.there) continue;
            side.sender = Sender::build_from_args<ProgrammableCoreType::TENSIX>(arg_idx);
            if constexpr (build_mode != BUILD_ONLY) side.sender.open_start();
        }
        if constexpr (build_mode == BUILD_AND_OPEN_CONNECTION) m.open_finish();
        return m;
    }

    bool has_forward_connection() const { return sides_[0].there; }
    bool has_backward_connection() const { return sides_[1].there; }
    bool is_logically_connected() const {
        return has_forward_connection() || has_backward_connection();
    }
    Sender& get_forward_connection() {
        ASSERT(has_forward_connection());
        return sides_[0].sender;
    }
    Sender& get_backward_connection() {
        ASSERT(has_backward_connection());
        return sides_[1].sender;
    }

    template <bool SEND_CREDIT_ADDR = false>
    void open() {
        for_each([](Sender& s) { s.open_start(); });
        open_finish();
    }
    void open_finish() {
        for_each([](Sender& s) { s.open_finish(); });
    }
    void close_start() {
        for_each([](Sender& s) { s.close_start(); });
    }
    void close_finish() {
        for_each([](Sender& s) { s.close_finish(); });
    }
    void close() {
        close_start();
        close_finish();
    }

 private:
    struct Side {
        Sender sender;
        bool there = false;
    };
    template <typename F>
    void for_each(F f) {
        for (Side& side : sides_)
            if (side.there) f(side.sender);
    }

    Side sides_[2];
};
