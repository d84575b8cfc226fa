// A stream of pages from a core to the host. Making one is refused: sockets are not modelled.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tt-metalium/experimental/pinned_memory.hpp>
#if __has_include(<tt-metalium/experimental/sockets/mesh_socket.hpp>)
#include <tt-metalium/experimental/sockets/mesh_socket.hpp>
#endif
#include <vector>

namespace tt::tt_metal::distributed {

class MeshDevice;
struct HDSocketDescriptor;
struct MeshCoreCoord;

class D2HSocket {
 public:
    enum class ProcessScope { CrossProcess, InProcess };
    struct ExternalConfigBuffer {
        std::uint32_t address;  // in L1 of the sender
    };

    D2HSocket(const std::shared_ptr<MeshDevice>& mesh_device, const MeshCoreCoord& sender_core,
              std::uint32_t fifo_size, ProcessScope scope = ProcessScope::CrossProcess);
    D2HSocket(const std::shared_ptr<MeshDevice>& mesh_device, const MeshCoreCoord& sender_core,
              std::uint32_t fifo_size, ExternalConfigBuffer external_config,
              ProcessScope scope = ProcessScope::CrossProcess);
    D2HSocket(MeshDevice& mesh_device, const MeshCoreCoord& sender_l2cpu, std::uint32_t fifo_size,
              std::uint32_t config_buffer_address);
    // NOLINTNEXTLINE(performance-trivially-destructible): defined in the library, as upstream's
    ~D2HSocket() noexcept;
    D2HSocket(const D2HSocket&) = delete;
    D2HSocket& operator=(const D2HSocket&) = delete;

    static std::unique_ptr<D2HSocket> connect(
        const std::string& socket_id, std::optional<std::uint32_t> timeout_ms = std::nullopt);
    static std::unique_ptr<D2HSocket> connect_from_descriptor(const HDSocketDescriptor& desc);
    static std::uint32_t required_config_buffer_size();
    HDSocketDescriptor populate_descriptor() const;
    std::string export_descriptor(const std::string& socket_id);

    std::uint32_t get_page_size() const;
    std::uint32_t get_fifo_curr_size() const;
    std::uint32_t get_config_buffer_address() const;
    void set_page_size(std::uint32_t page_size);
    bool has_data(std::optional<std::uint32_t> num_bytes_to_check = std::nullopt);
    void read(void* data, std::uint32_t num_pages, bool notify_sender = true);
    void barrier(std::optional<std::uint32_t> timeout_ms = std::nullopt);
    std::uint32_t pages_available();
    std::uint32_t discard_pending_pages();
    std::vector<MeshCoreCoord> get_active_cores() const;
    MeshDevice* get_mesh_device() const;
    bool had_clean_prior_shutdown() const;
};

}  // namespace tt::tt_metal::distributed
