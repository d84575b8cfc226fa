// Pages of a tensor into a socket, by the cores that its connections name. Nothing is returned.
#pragma once

#include <tt-metalium/experimental/sockets/mesh_socket.hpp>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

std::vector<Tensor> send_async(const Tensor& input_tensor,
                               const tt::tt_metal::distributed::MeshSocket& mesh_socket);

}  // namespace ttnn::experimental
