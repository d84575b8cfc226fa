// The tables of schema 3.3, as ttnn-visualizer 0.92 reads them.
#include <fmt/format.h>

#include "report/visualizer/database.hpp"

namespace ironbird::report {
namespace {

struct Row {
    std::string_view name, columns;
    bool ranked = true;          // ends with the host's number, 0 for us
    std::string_view more = "";  // what stands behind the columns
};

constexpr Row kTables[] = {
    {"devices",
     "device_id int, num_y_cores int, num_x_cores int, num_y_compute_cores int, "
     "num_x_compute_cores int, worker_l1_size int, l1_num_banks int, l1_bank_size int, "
     "address_at_first_l1_bank int, address_at_first_l1_cb_buffer int, "
     "num_banks_per_storage_core int, num_compute_cores int, num_storage_cores int, "
     "total_l1_memory int, total_l1_for_tensors int, total_l1_for_interleaved_buffers int, "
     "total_l1_for_sharded_buffers int, cb_limit int"},
    {"operations", "operation_id int, name text, duration float", true,
     "UNIQUE(operation_id, rank)"},
    {"operation_arguments", "operation_id int, name text, value text"},
    {"tensors",
     "tensor_id int, shape text, dtype text, layout text, memory_config text, device_id int, "
     "address int, buffer_type int",
     true, "UNIQUE(tensor_id, rank)"},
    {"device_tensors", "tensor_id int, device_id int, address int"},
    {"input_tensors", "operation_id int, input_index int, tensor_id int"},
    {"output_tensors", "operation_id int, output_index int, tensor_id int"},
    {"buffers",
     "operation_id int, device_id int, address int, max_size_per_bank int, buffer_type int, "
     "buffer_layout int"},
    {"buffer_chunks",
     "operation_id int, device_id int, address int, bank_id int, core_x int, core_y int, "
     "chunk_address int, chunk_size int, page_size int, num_pages int, buffer_type int"},
    {"captured_graph", "operation_id int, captured_graph text"},
    {"nodes", "operation_id int, unique_id int, node_operation_id int, name text"},
    {"edges",
     "operation_id int, source_unique_id int, sink_unique_id int, source_output_index int, "
     "sink_input_index int, key int"},
    {"source_files", "id INTEGER PRIMARY KEY, path text UNIQUE NOT NULL, contents text", false},
    {"stack_traces", "operation_id int, stack_trace text, source_file_id int"},
    {"errors",
     "operation_id int, operation_name text, error_type text, error_message text, "
     "stack_trace text, timestamp text"},
    {"tensor_lifetime",
     "tensor_id int, producer_operation_id int, last_use_operation_id int, "
     "deallocate_operation_id int, producer_source_file text, producer_source_line int, "
     "last_use_source_file text, last_use_source_line int"},
    {"tensor_consumers", "tensor_id int, operation_id int, input_index int"},
    {"tensor_producers", "tensor_id int, operation_id int, output_index int"},
    {"local_tensor_comparison_records",
     "tensor_id int, golden_tensor_id int, matches int, desired_pcc float, actual_pcc float"},
    {"global_tensor_comparison_records",
     "tensor_id int, golden_tensor_id int, matches int, desired_pcc float, actual_pcc float"},
    {"report_metadata", "key text UNIQUE, value text", false},
};

}  // namespace

void create_tables(Database& db) {
    for (const Row& t : kTables)
        db.execute(fmt::format("CREATE TABLE {} ({}{}{}{})", t.name, t.columns,
                               t.ranked ? ", rank int NOT NULL DEFAULT 0" : "",
                               t.more.empty() ? "" : ", ", t.more));
    db.execute("CREATE INDEX idx_stack_traces_source_file_id ON stack_traces(source_file_id)");
}

}  // namespace ironbird::report
