// How a tensor is spread over a mesh.
#pragma once

#include <tt-metalium/experimental/distributed_tensor/topology/tensor_topology.hpp>
