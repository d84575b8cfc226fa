// Sockets of the host and pinned host memory, which the machine does not have: whoever makes one is
// told so. Of what cannot be made, no member is ever called.
#include <tt-metalium/experimental/sockets/d2h_socket.hpp>
#include <tt-metalium/experimental/sockets/h2d_socket.hpp>

#include "tensor/require.hpp"

namespace tt::tt_metal::distributed {

using ironbird::tensor::not_modelled;

namespace {

[[noreturn]] void no_socket(const char* type) {
    not_modelled("{} is not modelled: devices and hosts exchange data by buffers and the fabric",
                 type);
}

}  // namespace

D2HSocket::D2HSocket(const std::shared_ptr<MeshDevice>&, const MeshCoreCoord&, std::uint32_t,
                     ProcessScope) {
    no_socket("D2HSocket");
}
D2HSocket::D2HSocket(const std::shared_ptr<MeshDevice>&, const MeshCoreCoord&, std::uint32_t,
                     ExternalConfigBuffer, ProcessScope) {
    no_socket("D2HSocket");
}
D2HSocket::D2HSocket(MeshDevice&, const MeshCoreCoord&, std::uint32_t, std::uint32_t) {
    no_socket("D2HSocket");
}
D2HSocket::~D2HSocket() noexcept = default;
std::unique_ptr<D2HSocket> D2HSocket::connect(const std::string&, std::optional<std::uint32_t>) {
    no_socket("D2HSocket");
}
std::unique_ptr<D2HSocket> D2HSocket::connect_from_descriptor(const HDSocketDescriptor&) {
    no_socket("D2HSocket");
}
std::uint32_t D2HSocket::required_config_buffer_size() {
    no_socket("D2HSocket");
}
std::string D2HSocket::export_descriptor(const std::string&) {
    no_socket("D2HSocket");
}
std::uint32_t D2HSocket::get_page_size() const {
    no_socket("D2HSocket");
}
std::uint32_t D2HSocket::get_fifo_curr_size() const {
    no_socket("D2HSocket");
}
std::uint32_t D2HSocket::get_config_buffer_address() const {
    no_socket("D2HSocket");
}
void D2HSocket::set_page_size(std::uint32_t) {
    no_socket("D2HSocket");
}
bool D2HSocket::has_data(std::optional<std::uint32_t>) {
    no_socket("D2HSocket");
}
void D2HSocket::read(void*, std::uint32_t, bool) {
    no_socket("D2HSocket");
}
void D2HSocket::barrier(std::optional<std::uint32_t>) {
    no_socket("D2HSocket");
}
std::uint32_t D2HSocket::pages_available() {
    no_socket("D2HSocket");
}
std::uint32_t D2HSocket::discard_pending_pages() {
    no_socket("D2HSocket");
}
MeshDevice* D2HSocket::get_mesh_device() const {
    no_socket("D2HSocket");
}
bool D2HSocket::had_clean_prior_shutdown() const {
    no_socket("D2HSocket");
}

H2DSocket::H2DSocket(const std::shared_ptr<MeshDevice>&, const MeshCoreCoord&, BufferType,
                     std::uint32_t, H2DMode) {
    no_socket("H2DSocket");
}
H2DSocket::H2DSocket(MeshDevice&, const MeshCoreCoord&, std::uint32_t, std::uint32_t, std::uint32_t,
                     H2DMode) {
    no_socket("H2DSocket");
}
H2DSocket::~H2DSocket() noexcept = default;
std::unique_ptr<H2DSocket> H2DSocket::connect(const std::string&, std::optional<std::uint32_t>) {
    no_socket("H2DSocket");
}
std::unique_ptr<H2DSocket> H2DSocket::connect_from_descriptor(const HDSocketDescriptor&) {
    no_socket("H2DSocket");
}
std::string H2DSocket::export_descriptor(const std::string&) {
    no_socket("H2DSocket");
}
std::uint32_t H2DSocket::get_page_size() const {
    no_socket("H2DSocket");
}
std::uint32_t H2DSocket::get_config_buffer_address() const {
    no_socket("H2DSocket");
}
std::uint32_t H2DSocket::get_fifo_size() const {
    no_socket("H2DSocket");
}
std::uint32_t H2DSocket::get_bytes_sent() const {
    no_socket("H2DSocket");
}
bool H2DSocket::has_space(std::optional<std::uint32_t>) {
    no_socket("H2DSocket");
}
bool H2DSocket::acked_past(std::uint32_t) {
    no_socket("H2DSocket");
}
void H2DSocket::set_page_size(std::uint32_t) {
    no_socket("H2DSocket");
}
void H2DSocket::write(void*, std::uint32_t) {
    no_socket("H2DSocket");
}
void H2DSocket::barrier(std::optional<std::uint32_t>) {
    no_socket("H2DSocket");
}
MeshDevice* H2DSocket::get_mesh_device() const {
    no_socket("H2DSocket");
}
H2DMode H2DSocket::get_h2d_mode() const {
    no_socket("H2DSocket");
}
bool H2DSocket::had_clean_prior_shutdown() const {
    no_socket("H2DSocket");
}

#if __has_include(<tt-metalium/experimental/sockets/mesh_socket.hpp>)
std::vector<MeshCoreCoord> D2HSocket::get_active_cores() const {
    no_socket("D2HSocket");
}
std::vector<MeshCoreCoord> H2DSocket::get_active_cores() const {
    no_socket("H2DSocket");
}
#endif

}  // namespace tt::tt_metal::distributed

namespace tt::tt_metal::experimental {

namespace {

[[noreturn]] void no_pinning() {
    ironbird::tensor::not_modelled(
        "PinnedMemory is not modelled: the machine has no host memory that devices reach");
}

}  // namespace

std::shared_ptr<PinnedMemory> PinnedMemory::Create(distributed::MeshDevice&,
                                                   const distributed::MeshCoordinateRangeSet&,
                                                   HostBuffer&, bool) {
    no_pinning();
}
void* PinnedMemory::get_host_ptr() {
    no_pinning();
}
const void* PinnedMemory::get_host_ptr() const {
    no_pinning();
}
std::uint64_t PinnedMemory::get_device_addr(ChipId) const {
    no_pinning();
}
std::optional<PinnedMemory::NocAddr> PinnedMemory::get_noc_addr(ChipId) const {
    return std::nullopt;
}
std::size_t PinnedMemory::get_buffer_size() const {
    no_pinning();
}
std::vector<ChipId> PinnedMemory::get_device_ids() const {
    return {};
}
bool PinnedMemory::has_device(ChipId) const {
    return false;
}
bool PinnedMemory::usable_from_noc(ChipId) const {
    return false;
}
void PinnedMemory::add_barrier_event(const distributed::MeshEvent&) {
    no_pinning();
}
bool PinnedMemory::lock_may_block() const {
    return false;
}
void* PinnedMemory::lock() {
    no_pinning();
}
void PinnedMemory::unlock() {
    no_pinning();
}

MemoryPinningParameters GetMemoryPinningParameters(distributed::MeshDevice&) {
    return {.max_pins = 0, .max_total_pin_size = 0, .can_map_to_noc = false};
}
std::shared_ptr<PinnedMemory> HostBufferGetPinnedMemory(HostBuffer&) {
    return nullptr;
}
// NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
void HostBufferSetPinnedMemory(HostBuffer&, std::shared_ptr<PinnedMemory> pinned_memory) {
    if (pinned_memory) no_pinning();
}
const std::shared_ptr<PinnedMemory>& ShardDataTransferGetPinnedMemory(
    const distributed::ShardDataTransfer&) {
    static const std::shared_ptr<PinnedMemory> none;
    return none;
}
void ShardDataTransferSetPinnedMemory(distributed::ShardDataTransfer&,
                                      // Upstream's signature.
                                      // NOLINTNEXTLINE(performance-unnecessary-value-param)
                                      std::shared_ptr<PinnedMemory> pinned_memory) {
    if (pinned_memory) no_pinning();
}

}  // namespace tt::tt_metal::experimental
