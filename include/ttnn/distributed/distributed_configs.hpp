// How tensors are to be spread over a mesh.
#pragma once

#include <tt-metalium/experimental/distributed_tensor/topology/distributed_tensor_configs.hpp>
