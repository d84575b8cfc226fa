// A stream of pages from the host to a core. Making one is refused: sockets are not modelled.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/experimental/pinned_memory.hpp>
#if __has_include(<tt-metalium/experimental/sockets/mesh_socket.hpp>)
#include <tt-metalium/experimental/sockets/mesh_socket.hpp>
#endif
#include <vector>

namespace tt::tt_metal::distributed {

class MeshDevice;
struct HDSocketDescriptor;
struct MeshCoreCoord;

enum class H2DMode : std::uint8_t {
    HOST_PUSH,    // the host writes into the core's memory
    DEVICE_PULL,  // the core reads from host memory
};

class H2DSocket {
 public:
    H2DSocket(const std::shared_ptr<MeshDevice>& mesh_device, const MeshCoreCoord& recv_core,
              BufferType buffer_type, std::uint32_t fifo_size, H2DMode h2d_mode);
    H2DSocket(MeshDevice& mesh_device, const MeshCoreCoord& recv_l2cpu, std::uint32_t fifo_size,
              std::uint32_t config_buffer_address, std::uint32_t data_fifo_address,
              H2DMode h2d_mode = H2DMode::HOST_PUSH);
    // NOLINTNEXTLINE(performance-trivially-destructible): defined in the library, as upstream's
    ~H2DSocket() noexcept;
    H2DSocket(const H2DSocket&) = delete;
    H2DSocket& operator=(const H2DSocket&) = delete;

    static std::unique_ptr<H2DSocket> connect(
        const std::string& socket_id, std::optional<std::uint32_t> timeout_ms = std::nullopt);
    static std::unique_ptr<H2DSocket> connect_from_descriptor(const HDSocketDescriptor& desc);
    HDSocketDescriptor populate_descriptor() const;
    std::string export_descriptor(const std::string& socket_id);

    std::uint32_t get_page_size() const;
    std::uint32_t get_config_buffer_address() const;
    std::uint32_t get_fifo_size() const;
    std::uint32_t get_bytes_sent() const;
    bool has_space(std::optional<std::uint32_t> num_bytes_to_check);
    bool acked_past(std::uint32_t watermark);
    void set_page_size(std::uint32_t page_size);
    void write(void* data, std::uint32_t num_pages);
    void barrier(std::optional<std::uint32_t> timeout_ms = std::nullopt);
    std::vector<MeshCoreCoord> get_active_cores() const;
    MeshDevice* get_mesh_device() const;
    H2DMode get_h2d_mode() const;
    bool had_clean_prior_shutdown() const;
};

}  // namespace tt::tt_metal::distributed
