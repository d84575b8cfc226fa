// The processor and the NoC of a data-movement kernel.
#pragma once

#include <tt-metalium/experimental/metal2_host_api/dataflow_buffer_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/group.hpp>
#include <tt-metalium/kernel_types.hpp>
#include <variant>
#include <vector>

namespace tt::tt_metal::experimental {

struct DataMovementGen1Config {
    DataMovementProcessor processor;
    NOC noc;
    NOC_MODE noc_mode = NOC_MODE::DM_DEDICATED_NOC;
};

inline DataMovementGen1Config CreateReaderGen1DataMovementConfig() noexcept {
    return {DataMovementProcessor::RISCV_1, NOC::NOC_0};
}
inline DataMovementGen1Config CreateWriterGen1DataMovementConfig() noexcept {
    return {DataMovementProcessor::RISCV_0, NOC::NOC_1};
}

struct DataMovementGen2Config {
    Group<DFBSpecName> disable_dfb_implicit_sync_for;
    bool disable_dfb_implicit_sync_for_all = false;
};

using DataMovementHardwareConfig = std::variant<DataMovementGen1Config, DataMovementGen2Config>;

}  // namespace tt::tt_metal::experimental
