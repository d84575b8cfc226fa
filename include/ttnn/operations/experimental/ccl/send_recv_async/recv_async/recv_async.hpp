// Pages out of a socket into a tensor that is there already; it is what is returned.
#pragma once

#include <tt-metalium/experimental/sockets/mesh_socket.hpp>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

std::vector<Tensor> recv_async(const Tensor& output_tensor,
                               const tt::tt_metal::distributed::MeshSocket& mesh_socket);

}  // namespace ttnn::experimental
