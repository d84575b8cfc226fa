// The figures that `ironbird bench` knows.
#pragma once

#include <span>
#include <string_view>

namespace ironbird::bench {

struct Figure {
    std::string_view name;  // stable; ends in its unit
    std::string_view meaning;
    double (*measure)();
};

// In the order in which they must be measured: memory before anything has been opened.
std::span<const Figure> figures();

std::span<const Figure> tile_figures();  // part of figures(): products of tiles

// Each figure has its own function; sources by what they measure.
double idle_device_mib();
double fiber_switch_ns();
double cb_push_pop_ns();
double noc_page_read_ns();
double scalar_gather_ratio();
double kernel_compile_cold_s();
double hello_world_warm_s();
double host_run_warm_s();
double host_run_edit_cpu_s();
double launch_64_cores_us();
double ttnn_warm_call_us();
double trace_64_adds_us();
double python_call_us();
double matmul_vs_openblas_1t();
double matmul_vs_openblas_2t();
double profiler_cost_ratio();
double timing_cost_ratio();
double check_cost_data_ratio();
double check_cost_matmul_ratio();
double exact_matmul_vs_openblas_1t();
double sfpu_exp_vs_highway();
double sfpu_gelu_vs_highway();
double sfpu_tanh_vs_highway();
double tiles_growth_ratio();
double cores_growth_ratio();
double mesh_32_ratio();
double idle_mesh_mib();
double all_gather_growth();
double all_gather_16mib_s();

}  // namespace ironbird::bench
