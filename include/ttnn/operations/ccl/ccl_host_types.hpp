// How the devices of a collective are joined.
#pragma once

#include <tt-metalium/experimental/fabric/fabric_edm_types.hpp>
#include <tt-metalium/sub_device_types.hpp>

#include "ttnn/distributed/types.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace ttnn::ccl {

using tt::tt_fabric::Topology;

}  // namespace ttnn::ccl
