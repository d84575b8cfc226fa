// Heads, rotary embeddings, caches and attention.
#include "bind/bind.hpp"
#include "ttnn/operations/experimental/paged_cache/paged_cache.hpp"
#include "ttnn/operations/experimental/transformer/concatenate_heads/concatenate_heads.hpp"
#include "ttnn/operations/experimental/transformer/create_qkv_heads/create_qkv_heads.hpp"
#include "ttnn/operations/experimental/transformer/create_qkv_heads_from_separate_tensors/create_qkv_heads_from_separate_tensors.hpp"
#include "ttnn/operations/experimental/transformer/nlp_concat_heads/nlp_concat_heads.hpp"
#include "ttnn/operations/experimental/transformer/nlp_concat_heads_decode/nlp_concat_heads_decode.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads/nlp_create_qkv_heads.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_decode/nlp_create_qkv_heads_decode.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_falcon7b/nlp_create_qkv_heads_falcon7b.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_segformer/nlp_create_qkv_heads_segformer.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_vit/nlp_create_qkv_heads_vit.hpp"
#include "ttnn/operations/experimental/transformer/nlp_kv_cache_load_slice/nlp_kv_cache_load_slice.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding/rotary_embedding.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_hf/rotary_embedding_hf.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_llama/rotary_embedding_llama.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_llama_fused_qk/rotary_embedding_llama_fused_qk.hpp"
#include "ttnn/operations/experimental/transformer/rotate_half/rotate_half.hpp"
#include "ttnn/operations/experimental/transformer/split_query_key_value_and_split_heads/split_query_key_value_and_split_heads.hpp"
#include "ttnn/operations/kv_cache/kv_cache.hpp"
#include "ttnn/operations/transformer/attention_softmax/attention_softmax.hpp"
#include "ttnn/operations/transformer/concatenate_heads/concatenate_heads.hpp"
#include "ttnn/operations/transformer/sdpa/sdpa.hpp"
#include "ttnn/operations/transformer/sdpa_decode/sdpa_decode.hpp"
#include "ttnn/operations/transformer/split_query_key_value_and_split_heads/split_query_key_value_and_split_heads.hpp"

namespace ttnn::python {

namespace {

namespace tf = ttnn::transformer;
namespace ex = ttnn::experimental;
using Geometry = operations::transformer::PagedCacheGeometryOverride;
using Config = operations::transformer::SDPAProgramConfig;

template <typename T>
using Maybe = std::optional<T>;
using Given = const Maybe<Tensor>&;
using Kernel = const Maybe<DeviceComputeKernelConfig>&;
using Memory = const Maybe<MemoryConfig>&;
using Outputs = const Maybe<std::vector<Maybe<Tensor>>>&;
using Coordinates = const Maybe<std::set<MeshCoordinate>>&;

const py::arg kInput("input_tensor"), kHeads("num_heads");
const py::arg kQ("input_tensor_q"), kK("input_tensor_k"), kV("input_tensor_v");

py::arg_v program_config() {
    return none("program_config");
}

void bind_config(py::module_& m) {
    py::class_<Config>(m, "SDPAProgramConfig")
        .def(py::init([](CoreCoord grid, const Maybe<CoreRangeSet>& cores, std::size_t q,
                         std::size_t k, Maybe<bool> fast,
                         std::uint32_t most) { return Config{grid, cores, q, k, fast, most}; }),
             py::kw_only(), py::arg("compute_with_storage_grid_size"), sub_core_grids(),
             py::arg("q_chunk_size"), py::arg("k_chunk_size"), none("exp_approx_mode"),
             py::arg("max_cores_per_head_batch") = 16)
        .def_readwrite("compute_with_storage_grid_size", &Config::compute_with_storage_grid_size)
        .def_readwrite("sub_core_grids", &Config::sub_core_grids)
        .def_readwrite("q_chunk_size", &Config::q_chunk_size)
        .def_readwrite("k_chunk_size", &Config::k_chunk_size)
        .def_readwrite("exp_approx_mode", &Config::exp_approx_mode)
        .def_readwrite("max_cores_per_head_batch", &Config::max_cores_per_head_batch);
    py::class_<Geometry>(m, "PagedCacheGeometryOverride")
        .def(py::init(
                 [](std::uint32_t block, std::uint32_t heads) { return Geometry{block, heads}; }),
             py::kw_only(), py::arg("block_size") = 0, py::arg("num_kv_heads") = 0)
        .def_readwrite("block_size", &Geometry::block_size)
        .def_readwrite("num_kv_heads", &Geometry::num_kv_heads);
}

void bind_heads(py::module_& tfs, py::module_& exs) {
    operation(tfs, "split_query_key_value_and_split_heads",
              &tf::split_query_key_value_and_split_heads, kInput, none("kv_input_tensor"),
              py::kw_only(), kHeads, none("num_kv_heads"), py::arg("transpose_key") = true,
              memory_config(), py::arg("use_falcon7b_backend") = false);
    operation(tfs, "concatenate_heads", &tf::concatenate_heads, kInput, py::kw_only(),
              memory_config());
    operation(exs, "nlp_create_qkv_heads", &ex::nlp_create_qkv_heads, py::arg("input"),
              none("input_kv"), py::kw_only(), kHeads, none("num_kv_heads"),
              py::arg("transpose_k_heads") = true, py::arg("kv_tied") = false, memory_config(),
              none("output_tensors"));
    operation(exs, "nlp_create_qkv_heads_falcon7b", &ex::nlp_create_qkv_heads_falcon7b,
              py::arg("input"), py::kw_only(), memory_config());
    operation(exs, "nlp_create_qkv_heads_vit", &ex::nlp_create_qkv_heads_vit, kInput, py::kw_only(),
              memory_config(), none("output_tensors"));
    operation(exs, "nlp_create_qkv_heads_segformer", &ex::nlp_create_qkv_heads_segformer, kInput,
              py::kw_only(), memory_config(), none("output_tensors"));
    operation(exs, "nlp_concat_heads", &ex::nlp_concat_heads, kInput, py::kw_only(),
              memory_config());
    operation(exs, "concatenate_heads", &ex::concatenate_heads, kInput,
              py::arg("compute_with_storage_grid_size"), py::kw_only(), memory_config(),
              none("output_tensor"));
    operation(exs, "create_qkv_heads", &ex::create_qkv_heads, py::arg("input"), py::kw_only(),
              kHeads, none("num_kv_heads"), py::arg("transpose_k_heads") = true, memory_config(),
              none("output_tensors"));
    operation(exs, "create_qkv_heads_from_separate_tensors",
              &ex::create_qkv_heads_from_separate_tensors, py::arg("input_tensor"),
              py::arg("kv_tensor"), py::kw_only(), kHeads, none("num_kv_heads"),
              py::arg("transpose_k_heads") = true, memory_config(), none("output_tensors"));
    operation(exs, "split_query_key_value_and_split_heads",
              &ex::split_query_key_value_and_split_heads, kInput,
              py::arg("compute_with_storage_grid_size"), py::kw_only(), memory_config(),
              py::arg("num_heads") = 16, none("output_tensors"));
}

void bind_decode_heads(py::module_& exs) {
    operation(
        exs, "nlp_create_qkv_heads_decode",
        [](const Tensor& input, std::uint32_t heads, Maybe<std::uint32_t> kv_heads,
           Maybe<std::array<Tensor, 3>> outputs, bool overlap, Given offset,
           Maybe<std::uint32_t> slice, Memory memory) {
            return ex::nlp_create_qkv_heads_decode(input, heads, kv_heads, outputs, overlap, offset,
                                                   slice, memory);
        },
        kInput, py::kw_only(), kHeads, none("num_kv_heads"), none("output_tensors"),
        py::arg("overlap_qk_coregrid") = true, none("batch_offset"), none("slice_size"),
        memory_config());
    operation(exs, "nlp_concat_heads_decode", &ex::nlp_concat_heads_decode, kInput, py::kw_only(),
              kHeads, memory_config(), none("output_tensor"), sub_core_grids());
    operation(exs, "nlp_kv_cache_load_slice", &ex::nlp_kv_cache_load_slice, kInput, py::kw_only(),
              py::arg("seq_len_start"), py::arg("seq_len_end"), memory_config(),
              none("output_tensor"));
}

void bind_rotary(py::module_& exs) {
    const py::arg cos("cos_cache"), sin("sin_cache"), turn("trans_mat");
    operation(
        exs, "rotary_embedding",
        [](const Tensor& x, const Tensor& cos, const Tensor& sin, Maybe<std::uint32_t> token,
           Memory memory,
           Kernel kernel) { return ex::rotary_embedding(x, cos, sin, token, memory, kernel); },
        kInput, cos, sin, none("token_index"), py::kw_only(), memory_config(),
        compute_kernel_config());
    operation(
        exs, "rotary_embedding_hf",
        [](const Tensor& x, const Tensor& cos, const Tensor& sin, bool decode, Memory memory,
           Kernel kernel) { return ex::rotary_embedding_hf(x, cos, sin, decode, memory, kernel); },
        kInput, cos, sin, py::kw_only(), py::arg("is_decode_mode") = false, memory_config(),
        compute_kernel_config());
    operation(
        exs, "rotary_embedding_llama",
        [](const Tensor& x, const Tensor& cos, const Tensor& sin, const Tensor& turn, bool decode,
           Memory memory, Kernel kernel) {
            return ex::rotary_embedding_llama(x, cos, sin, turn, decode, memory, kernel);
        },
        kInput, cos, sin, turn, py::kw_only(), py::arg("is_decode_mode") = false, memory_config(),
        compute_kernel_config());
    operation(
        exs, "rotary_embedding_llama_fused_qk",
        [](const Tensor& q, const Tensor& k, const Tensor& cos, const Tensor& sin,
           const Tensor& turn, Kernel kernel) {
            return ex::rotary_embedding_llama_fused_qk(q, k, cos, sin, turn, kernel);
        },
        py::arg("q_input_tensor"), py::arg("k_input_tensor"), cos, sin, turn, py::kw_only(),
        compute_kernel_config());
    operation(exs, "rotate_half", &ex::rotate_half, kInput, py::kw_only(), memory_config());
}

void bind_softmax(py::module_& tfs) {
    const auto bind = [&](const char* name, auto function) {
        operation(
            tfs, name,
            [function](Tensor& x, Maybe<int> size, Given mask, const SoftmaxProgramConfig& config,
                       Maybe<bool> causal,
                       Memory memory) { return function(x, size, mask, config, causal, memory); },
            py::arg("tensor"), py::kw_only(), none("head_size"), none("attention_mask"),
            py::arg("program_config") = SoftmaxDefaultProgramConfig{},
            py::arg("causal_mask") = false, memory_config());
    };
    bind("attention_softmax", &tf::attention_softmax);
    bind("attention_softmax_", &tf::attention_softmax_);
}

void bind_caches(py::module_& ops) {
    py::module_ kv = namespace_of(ops, "kv_cache");
    const py::arg cache("cache"), input("input");
    operation(ops, "fill_cache", &ttnn::fill_cache, py::arg("cache_tensor"), kInput,
              py::arg("batch_idx"), py::kw_only(), py::arg("update_idx") = 0);
    operation(kv, "fill_cache_for_user_", &ttnn::fill_cache_for_user_, cache, input,
              py::arg("batch_index"), py::kw_only(), py::arg("update_idx") = 0);
    const auto update = [](const Tensor& cache, const Tensor& input, std::uint32_t at,
                           std::uint32_t offset, Kernel kernel) {
        return ttnn::update_cache(cache, input, at, offset, kernel);
    };
    operation(ops, "update_cache", update, cache, input, py::arg("update_idx"), py::kw_only(),
              py::arg("batch_offset") = 0, compute_kernel_config());
    operation(kv, "update_cache_for_token_", update, cache, input, py::arg("update_index"),
              py::arg("batch_offset") = 0, py::kw_only(), compute_kernel_config());
}

void bind_paged(py::module_& exs) {
    using Positions = const std::vector<std::int64_t>&;
    // Positions below 0 skip a user.
    static const auto numbers = [](Positions from) {
        return std::vector<std::uint32_t>(from.begin(), from.end());
    };
    operation(
        exs, "paged_update_cache",
        [](const Tensor& cache, const Tensor& input, Positions at, Given list, Maybe<bool> share,
           Given table, std::uint32_t offset, Kernel kernel, Coordinates coordinates,
           Maybe<std::uint32_t> block, Maybe<std::uint32_t> heads, Maybe<std::uint32_t> modulo) {
            return ex::paged_update_cache(cache, input, numbers(at), list, share, table, offset,
                                          kernel, coordinates, block, heads, modulo);
        },
        py::arg("cache_tensor"), kInput, py::kw_only(),
        py::arg("update_idxs") = std::vector<std::int64_t>(), none("update_idxs_tensor"),
        none("share_cache"), none("page_table"), py::arg("batch_offset") = 0,
        compute_kernel_config(), none("mesh_coords"), none("block_size"), none("num_kv_heads"),
        none("cache_position_modulo"));
    operation(
        exs, "paged_fused_update_cache",
        [](const Tensor& cache1, const Tensor& input1, const Tensor& cache2, const Tensor& input2,
           Positions at, Given list, Maybe<bool> share, Given table, std::uint32_t offset,
           Kernel kernel, Coordinates coordinates) {
            return ex::paged_fused_update_cache(cache1, input1, cache2, input2, numbers(at), list,
                                                share, table, offset, kernel, coordinates);
        },
        py::arg("cache_tensor1"), py::arg("input_tensor1"), py::arg("cache_tensor2"),
        py::arg("input_tensor2"), py::kw_only(),
        py::arg("update_idxs") = std::vector<std::int64_t>(), none("update_idxs_tensor"),
        none("share_cache"), none("page_table"), py::arg("batch_offset") = 0,
        compute_kernel_config(), none("mesh_coords"));
    operation(
        exs, "paged_fill_cache",
        [](const Tensor& cache, const Tensor& input, const Tensor& table, Given users,
           std::uint32_t user, Kernel kernel, Coordinates coordinates, Maybe<std::uint32_t> block,
           Maybe<std::uint32_t> modulo, Given valid) {
            return ex::paged_fill_cache(cache, input, table, users, user, kernel, coordinates,
                                        block, modulo, valid);
        },
        py::arg("cache_tensor"), kInput, py::arg("page_table"), py::kw_only(),
        none("batch_idx_tensor"), py::arg("batch_idx") = 0, compute_kernel_config(),
        none("mesh_coords"), none("block_size"), none("cache_position_modulo"),
        none("valid_seq_len_tensor"));
}

void bind_prefill(py::module_& tfs) {
    operation(tfs, "scaled_dot_product_attention", &tf::scaled_dot_product_attention, kQ, kK, kV,
              py::kw_only(), none("attn_mask"), py::arg("is_causal") = true, none("scale"),
              none("sliding_window_size"), memory_config(), program_config(),
              compute_kernel_config(), none("attention_sink"), none("cu_window_seqlens"));
    operation(
        tfs, "chunked_scaled_dot_product_attention",
        [](const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& table,
           Maybe<std::int64_t> start, Given start_tensor, Maybe<float> scale, Memory memory,
           const Maybe<Config>& config, Kernel kernel, const Maybe<Geometry>& geometry) {
            if (start_tensor)
                return tf::chunked_scaled_dot_product_attention(
                    q, k, v, table, *start_tensor, scale, memory, config, kernel, geometry);
            return tf::chunked_scaled_dot_product_attention(
                q, k, v, table, start.value_or(0), scale, memory, config, kernel, geometry);
        },
        kQ, kK, kV, py::arg("page_table_tensor"), none("chunk_start_idx"), py::kw_only(),
        none("chunk_start_idx_tensor"), none("scale"), memory_config(), program_config(),
        compute_kernel_config(), none("paged_cache_geometry"));
    operation(tfs, "joint_scaled_dot_product_attention", &tf::joint_scaled_dot_product_attention,
              kQ, kK, kV, py::arg("joint_tensor_q"), py::arg("joint_tensor_k"),
              py::arg("joint_tensor_v"), py::kw_only(), py::arg("joint_strategy"),
              py::arg("program_config"), none("scale"), compute_kernel_config());
    operation(tfs, "flash_mla_prefill", &tf::flash_mla_prefill, kQ, kK, py::arg("head_dim_v"),
              none("input_tensor_v"), py::kw_only(), none("attn_mask"), py::arg("is_causal") = true,
              none("scale"), memory_config(), program_config(), compute_kernel_config());
    operation(tfs, "chunked_flash_mla_prefill", &tf::chunked_flash_mla_prefill, kQ, kK,
              py::arg("head_dim_v"), py::arg("page_table_tensor"), py::arg("chunk_start_idx"),
              py::kw_only(), none("scale"), memory_config(), program_config(),
              compute_kernel_config());
}

void bind_decode(py::module_& tfs) {
    const auto causal = py::arg("is_causal") = true;
    using Positions = const std::vector<std::int64_t>&;
    static const auto numbers = [](Positions from) {
        return std::vector<std::uint32_t>(from.begin(), from.end());
    };
    const auto positions = py::arg("cur_pos") = std::vector<std::int64_t>();
    operation(
        tfs, "scaled_dot_product_attention_decode",
        [](const Tensor& q, const Tensor& k, const Tensor& v, bool causal, Given mask, Positions at,
           Given list, Given sink, Maybe<float> scale, Maybe<std::uint32_t> window, Memory memory,
           const Maybe<Config>& config, Kernel kernel, Maybe<bool> share) {
            return tf::scaled_dot_product_attention_decode(q, k, v, causal, mask, numbers(at), list,
                                                           sink, scale, window, memory, config,
                                                           kernel, share);
        },
        kQ, kK, kV, py::kw_only(), causal, none("attn_mask"), positions, none("cur_pos_tensor"),
        none("attention_sink"), none("scale"), none("sliding_window_size"), memory_config(),
        program_config(), compute_kernel_config(), none("share_cache"));
    operation(
        tfs, "paged_scaled_dot_product_attention_decode",
        [](const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& table, bool causal,
           Given mask, Given list, Given sink, Maybe<float> scale, Maybe<std::uint32_t> window,
           Memory memory, const Maybe<Config>& config, Kernel kernel,
           const Maybe<Geometry>& geometry, Maybe<std::uint32_t> modulo) {
            return tf::paged_scaled_dot_product_attention_decode(q, k, v, table, causal, mask, list,
                                                                 sink, scale, window, memory,
                                                                 config, kernel, geometry, modulo);
        },
        kQ, kK, kV, py::arg("page_table_tensor"), py::kw_only(), causal, none("attn_mask"),
        none("cur_pos_tensor"), none("attention_sink"), none("scale"), none("sliding_window_size"),
        memory_config(), program_config(), compute_kernel_config(), none("paged_cache_geometry"),
        none("cache_position_modulo"));
    operation(
        tfs, "flash_multi_latent_attention_decode",
        [](const Tensor& q, const Tensor& k, Given v, std::uint32_t size, bool causal, Given mask,
           Positions at, Given list, Given sink, Maybe<float> scale, Maybe<std::uint32_t> window,
           Memory memory, const Maybe<Config>& config, Kernel kernel) {
            return tf::flash_multi_latent_attention_decode(q, k, v, size, causal, mask, numbers(at),
                                                           list, sink, scale, window, memory,
                                                           config, kernel);
        },
        kQ, kK, none("input_tensor_v"), py::arg("head_dim_v"), py::kw_only(), causal,
        none("attn_mask"), positions, none("cur_pos_tensor"), none("attention_sink"), none("scale"),
        none("sliding_window_size"), memory_config(), program_config(), compute_kernel_config());
    operation(
        tfs, "paged_flash_multi_latent_attention_decode",
        [](const Tensor& q, const Tensor& k, Given v, std::uint32_t size, const Tensor& table,
           bool causal, Given mask, Given list, Given sink, Maybe<float> scale,
           Maybe<std::uint32_t> window, Memory memory, const Maybe<Config>& config, Kernel kernel) {
            return tf::paged_flash_multi_latent_attention_decode(q, k, v, size, table, causal, mask,
                                                                 list, sink, scale, window, memory,
                                                                 config, kernel);
        },
        kQ, kK, none("input_tensor_v"), py::arg("head_dim_v"), py::arg("page_table_tensor"),
        py::kw_only(), causal, none("attn_mask"), none("cur_pos_tensor"), none("attention_sink"),
        none("scale"), none("sliding_window_size"), memory_config(), program_config(),
        compute_kernel_config());
}

void bind_transformer(py::module_& m, py::module_& ops) {
    py::module_ tfs = namespace_of(ops, "transformer"), exs = namespace_of(ops, "experimental");
    bind_config(m);
    bind_heads(tfs, exs);
    bind_decode_heads(exs);
    bind_rotary(exs);
    bind_softmax(tfs);
    bind_caches(ops);
    bind_paged(exs);
    bind_prefill(tfs);
    bind_decode(tfs);
}

const Family kTransformer(bind_transformer);

}  // namespace
}  // namespace ttnn::python
