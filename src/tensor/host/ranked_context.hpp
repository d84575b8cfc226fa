// A DistributedContext over processes that mpirun has started.
#pragma once

#include <tt-metalium/distributed_context.hpp>

#include "ranks/communicator.hpp"

namespace tt::tt_metal::distributed::multihost {

ContextPtr make_ranked_context(std::unique_ptr<ironbird::ranks::Communicator> processes);

}  // namespace tt::tt_metal::distributed::multihost
