// Options of a run that upstream's tests read from its private table.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <tt-metalium/dispatch_core_common.hpp>
#include <tt-metalium/experimental/fabric/fabric_types.hpp>

namespace tt::llrt {

class RunTimeOptions {
 public:
    bool get_simulator_enabled() const { return false; }
    std::string get_root_dir() const {
        const char* root = std::getenv("TT_METAL_HOME");
        return root ? root : "";
    }
    std::optional<tt_fabric::FabricReliabilityMode> get_reliability_mode() const { return {}; }
    tt_metal::DispatchCoreConfig get_dispatch_core_config() const { return {}; }
    bool get_fast_dispatch() const { return !std::getenv("TT_METAL_SLOW_DISPATCH_MODE"); }
};

}  // namespace tt::llrt
