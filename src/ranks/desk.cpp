// Bundles of requests.
#include "ranks/desk.hpp"

namespace ironbird::ranks {
namespace {

constexpr std::size_t kBundleBytes = std::size_t{1} << 20;

}  // namespace

Out& Desk::ask(std::uint32_t rank, Ask what) {
    if (out_[rank].bytes.size() > kBundleBytes) flush(rank);
    return out_[rank] << what;
}

void Desk::flush(std::uint32_t rank) {
    if (!closed_ && !out_[rank].bytes.empty()) link_.send(rank, out_[rank].bytes);
    out_[rank].bytes.clear();
}

void Desk::flush() {
    for (std::uint32_t r = 1; r < link_.size(); r++) flush(r);
}

void Desk::close() {
    flush();
    closed_ = true;
}

Bytes Desk::answer(std::uint32_t rank) {
    flush(rank);
    Bytes message = link_.receive(rank);
    In in(message);
    if (in.next<Answer>() == Answer::failed) throw take_error(in);
    message.erase(message.begin());
    return message;
}

// The numbers are those of this launch: the address of a kernel that is gone may belong to another.
const KernelNumbers& Desk::tell_kernels(std::uint32_t rank, const device::Launch& launch) {
    Known& known = kernels_[rank];
    known.numbers.clear();
    for (const device::CoreLaunch& core : launch.cores)
        for (const abi::Kernel* k : core.kernels) {
            if (k == nullptr || known.numbers.contains(k)) continue;
            const auto next = static_cast<std::uint32_t>(known.places.size());
            const auto [at, fresh] = known.places.emplace(std::pair(k->object_path, k->hash), next);
            known.numbers[k] = at->second;
            if (fresh)
                ask(rank, Ask::kernel) << KernelPlace{k->object_path, k->source_path, k->hash,
                                                      k->processor,   k->tables,      k->chip};
        }
    return known.numbers;
}

}  // namespace ironbird::ranks
