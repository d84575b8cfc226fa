// Queries about tensors, print options, the command queue of a thread.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ttnn/common/guard.hpp"
#include "ttnn/config.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_impl.hpp"
#include "ttnn/tensor/types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

using OptionalConstTensors = std::vector<std::optional<const Tensor>>;
using OptionalTensors = std::vector<std::optional<Tensor>>;
using Tensors = std::vector<Tensor>;
using tensor_impl::SciMode;
using tensor_impl::TensorPrintProfile;

namespace core {

bool has_storage_type_of(const Tensor& tensor, const StorageType& storage_type);
// Nothing for a host tensor.
std::optional<MemoryConfig> get_memory_config(const Tensor& tensor);
void set_printoptions(TensorPrintProfile print_profile, SciMode sci_mode = SciMode::Default,
                      int precision = 4);

// The queue of calls that name none, for each thread.
QueueId get_current_command_queue_id_for_thread();
void push_current_command_queue_id_for_thread(QueueId cq_id);
QueueId pop_current_command_queue_id_for_thread();
ScopeGuard with_command_queue_id(QueueId cq_id);
template <typename F>
void with_command_queue_id(QueueId cq_id, F&& function) {
    const ScopeGuard guard = with_command_queue_id(cq_id);
    std::forward<F>(function)();
}

}  // namespace core

using core::get_current_command_queue_id_for_thread;
using core::get_memory_config;
using core::has_storage_type_of;
using core::pop_current_command_queue_id_for_thread;
using core::push_current_command_queue_id_for_thread;
using core::set_printoptions;
using core::with_command_queue_id;

}  // namespace ttnn
