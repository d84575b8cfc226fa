// One after the other, in the order of the members.
#include "ranks/wire.hpp"

namespace ironbird::ranks {

Out& operator<<(Out& out, const Place& p) {
    return out << p.device << p.core_x << p.core_y << p.processor << p.file << p.line << p.cycle;
}
In& operator>>(In& in, Place& p) {
    return in >> p.device >> p.core_x >> p.core_y >> p.processor >> p.file >> p.line >> p.cycle;
}

namespace {

Out& put(Out& out, const std::optional<Place>& place) {
    out << place.has_value();
    return place ? out << *place : out;
}
void take(In& in, std::optional<Place>& place) {
    if (in.next<bool>()) in >> place.emplace();
}

}  // namespace

Out& operator<<(Out& out, const Error& e) {
    out << e.fault() << e.summary();
    return put(out, e.place()) << e.detail();
}
Error take_error(In& in) {
    const auto fault = in.next<Fault>();
    const auto summary = in.next<std::string>();
    std::optional<Place> place;
    take(in, place);
    return {fault, summary, place, in.next<std::string>()};
}

Out& operator<<(Out& out, const device::EngineOptions& o) {
    return out << o.threads << o.window << o.delivery << o.timing << o.timeout_seconds
               << o.allow_misaligned << o.exact_math << o.moves_data << o.keep_history;
}
In& operator>>(In& in, device::EngineOptions& o) {
    return in >> o.threads >> o.window >> o.delivery >> o.timing >> o.timeout_seconds >>
           o.allow_misaligned >> o.exact_math >> o.moves_data >> o.keep_history;
}

Out& operator<<(Out& out, const device::PrintLine& l) {
    return out << l.device << l.core << l.processor << l.cycle << l.text << l.complete << l.node;
}
In& operator>>(In& in, device::PrintLine& l) {
    return in >> l.device >> l.core >> l.processor >> l.cycle >> l.text >> l.complete >> l.node;
}

Out& operator<<(Out& out, const device::UnitWarning& w) {
    out << w.fault << w.place;
    return put(out, w.set_up) << w.because << w.remedy << w.round << w.key << w.node;
}
In& operator>>(In& in, device::UnitWarning& w) {
    in >> w.fault >> w.place;
    take(in, w.set_up);
    return in >> w.because >> w.remedy >> w.round >> w.key >> w.node;
}

Out& operator<<(Out& out, const noc::Usage& usage) {
    out << usage.links.size() << usage.banks.size();
    for (const auto& l : usage.links) out << l.noc << l.from << l.way << l.bytes << l.busy;
    for (const auto& b : usage.banks) out << b.read_bytes << b.written_bytes << b.busy;
    return out;
}
In& operator>>(In& in, noc::Usage& usage) {
    usage.links.resize(in.next<std::size_t>());
    usage.banks.resize(in.next<std::size_t>());
    for (auto& l : usage.links) in >> l.noc >> l.from >> l.way >> l.bytes >> l.busy;
    for (auto& b : usage.banks) in >> b.read_bytes >> b.written_bytes >> b.busy;
    return in;
}

Out& operator<<(Out& out, const device::FarFrame& f) {
    out << f.to << f.arrives << f.order << f.address << f.size << f.value << f.kind << f.processor
        << f.byte_enable;
    return out.put(f.payload);
}
In& operator>>(In& in, device::FarFrame& f) {
    in >> f.to >> f.arrives >> f.order >> f.address >> f.size >> f.value >> f.kind >> f.processor >>
        f.byte_enable;
    f.payload = in.bytes();
    return in;
}

Out& operator<<(Out& out, const KernelPlace& k) {
    return out << k.object_path << k.source_path << k.hash << k.processor << k.tables << k.chip;
}
In& operator>>(In& in, KernelPlace& k) {
    return in >> k.object_path >> k.source_path >> k.hash >> k.processor >> k.tables >> k.chip;
}

namespace {

using device::CbSetup;
using device::CoreLaunch;
constexpr std::uint32_t kNoKernel = ~0u;

// Cores of one group share their circular buffers: each set goes once.
std::map<const CbSetup*, std::uint32_t> put_cbs(Out& out, std::span<const CoreLaunch> cores) {
    std::map<const CbSetup*, std::uint32_t> numbers;
    std::vector<std::span<const CbSetup>> sets;
    for (const CoreLaunch& c : cores)
        if (numbers.emplace(c.cbs.data(), sets.size()).second) sets.push_back(c.cbs);
    out << sets.size();
    for (const auto& set : sets) out.put(set);
    return numbers;
}

void put_core(Out& out, const CoreLaunch& c, const KernelNumbers& kernels) {
    out << c.core << c.relative;
    for (const abi::Kernel* k : c.kernels) out << (k != nullptr ? kernels.at(k) : kNoKernel);
    out << c.args << c.sem_base << c.sem_count << c.delay << c.writes.size();
    for (const CoreLaunch::Write& w : c.writes) {
        out << w.address;
        out.put(w.bytes);
    }
}

void take_core(In& in, CoreLaunch& c, HeldLaunch& held,
               std::span<const abi::Kernel* const> kernels) {
    in >> c.core >> c.relative;
    for (const abi::Kernel*& k : c.kernels) {
        const auto number = in.next<std::uint32_t>();
        k = number != kNoKernel ? kernels[number] : nullptr;
    }
    in >> c.args >> c.sem_base >> c.sem_count >> c.delay;
    auto& writes = held.writes.emplace_back(in.next<std::size_t>());
    for (CoreLaunch::Write& w : writes) {
        in >> w.address;
        w.bytes = in.bytes();
    }
    c.writes = writes;
}

}  // namespace

void put_launch(Out& out, const device::Launch& l, const KernelNumbers& kernels) {
    out << l.chip << l.name << l.program_id << l.earliest << l.program << l.queue;
    const auto numbers = put_cbs(out, l.cores);
    out << l.cores.size();
    for (const CoreLaunch& c : l.cores) {
        out << numbers.at(c.cbs.data());
        put_core(out, c, kernels);
    }
}

std::unique_ptr<HeldLaunch> take_launch(Bytes message,
                                        std::span<const abi::Kernel* const> kernels) {
    auto held = std::make_unique<HeldLaunch>();
    held->message = std::move(message);
    In in(held->message);
    device::Launch& l = held->launch;
    in >> l.chip >> l.name >> l.program_id >> l.earliest >> l.program >> l.queue;
    held->cbs.resize(in.next<std::size_t>());
    for (auto& set : held->cbs) in >> set;
    held->cores.resize(in.next<std::size_t>());
    held->writes.reserve(held->cores.size());
    for (CoreLaunch& c : held->cores) {
        c.cbs = held->cbs[in.next<std::uint32_t>()];
        take_core(in, c, *held, kernels);
    }
    l.cores = held->cores;
    return held;
}

}  // namespace ironbird::ranks
