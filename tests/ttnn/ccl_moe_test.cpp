// Tokens to experts and back, and all_to_all, against their definitions.
#include "collectives.hpp"
#include "ttnn/operations/ccl/all_to_all_combine/all_to_all_combine.hpp"
#include "ttnn/operations/ccl/all_to_all_dispatch/all_to_all_dispatch.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async_generic/all_to_all_async_generic.hpp"

namespace ttnn::test {
namespace {

struct Moe {
    uint32_t batch, sequence, hidden, chosen, per_device;
    int axis;  // -1: the mesh is a line
    uint32_t line_dim = 1;
    uint32_t tokens() const { return batch * sequence; }
};

class Experts : public Collectives {
 protected:
    void set_up(const Moe& moe) {
        moe_ = moe;
        length_ = static_cast<uint32_t>(line(MeshCoordinate(0, 0), moe.axis).size());
        experts_ = moe.per_device * devices();
        std::mt19937 random(chip_seed());
        chosen_.assign(devices(), Raw(moe.tokens() * moe.chosen));
        for (Raw& all : chosen_)
            for (uint32_t t = 0; t < moe.tokens(); t++) {
                std::vector<uint16_t> deck(experts_);
                for (uint32_t e = 0; e < experts_; e++) deck[e] = static_cast<uint16_t>(e);
                std::ranges::shuffle(deck, random);
                std::copy_n(deck.begin(), moe.chosen, all.begin() + t * moe.chosen);
            }
        tokens_ = fresh(Shape({moe.batch, moe.sequence, 1, moe.hidden}), Layout::ROW_MAJOR);
        indices_ = empty(Shape({moe.batch, moe.sequence, 1, moe.chosen}), Layout::ROW_MAJOR,
                         DataType::UINT16);
        mapping_ = empty(Shape({1, 1, experts_, devices()}), Layout::ROW_MAJOR, DataType::UINT16);
        Raw map(experts_ * devices());
        for (uint32_t e = 0; e < experts_; e++) map[e * devices() + home(e)] = 1;
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
            write(*indices_, at, chosen_[number(at)]);
            write(*mapping_, at, map);
        }
    }
    // Neighbouring experts are on different devices.
    uint32_t home(uint32_t expert) const { return expert % devices(); }
    uint32_t local(uint32_t expert) const { return expert / devices(); }
    std::optional<uint32_t> axis() const {
        return moe_.axis < 0 ? std::nullopt : std::optional(static_cast<uint32_t>(moe_.axis));
    }
    // Where token t of the device at a place of the line stands in what is gathered.
    uint32_t row(uint32_t place, uint32_t t) const {
        if (moe_.line_dim == 1) return place * moe_.tokens() + t;
        const uint32_t s = moe_.sequence;
        return t / s * s * length_ + place * s + t % s;
    }
    Shape gathered(uint32_t first, uint32_t last) const {
        return moe_.line_dim == 1 ? Shape({first, moe_.batch * length_, moe_.sequence, last})
                                  : Shape({first, moe_.batch, moe_.sequence * length_, last});
    }

    static Raw part(const Raw& all, uint32_t index, uint32_t size) {
        return Raw(all.begin() + std::size_t{index} * size,
                   all.begin() + std::size_t{index + 1} * size);
    }
    std::span<const uint16_t> chosen(uint32_t device, uint32_t t) const {
        return std::span(chosen_[device]).subspan(t * moe_.chosen, moe_.chosen);
    }

    void expect_dispatched(const Tensor& tokens, const Tensor& metadata) {
        EXPECT_EQ(tokens.logical_shape(), gathered(1, moe_.hidden));
        EXPECT_EQ(metadata.logical_shape(), gathered(1, moe_.chosen));
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
            const Raw got = read(tokens, at), experts = read(metadata, at);
            const auto members = line(at, moe_.axis);
            for (uint32_t place = 0; place < length_; place++)
                for (uint32_t t = 0; t < moe_.tokens(); t++) {
                    const auto all = chosen(members[place], t);
                    const uint32_t r = row(place, t);
                    EXPECT_EQ(part(experts, r, moe_.chosen), Raw(all.begin(), all.end()));
                    const auto here = [&](uint16_t e) { return home(e) == number(at); };
                    if (std::ranges::any_of(all, here)) {
                        EXPECT_EQ(part(got, r, moe_.hidden),
                                  part(own(*tokens_, members[place]), t, moe_.hidden))
                            << "token " << t << " of place " << place << " on " << number(at);
                    }
                }
        }
    }

    void expect_combined(const Tensor& results, const Tensor& out, bool reduced) {
        EXPECT_EQ(out.logical_shape(),
                  Shape({moe_.chosen, moe_.batch, moe_.sequence, moe_.hidden}));
        const uint32_t rows = moe_.tokens() * length_;
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
            const Raw got = read(out, at);
            const auto members = line(at, moe_.axis);
            const auto place =
                static_cast<uint32_t>(std::ranges::find(members, number(at)) - members.begin());
            for (uint32_t t = 0; t < moe_.tokens(); t++)
                for (uint32_t k = 0; k < moe_.chosen; k++) {
                    const auto all = chosen(number(at), t);
                    const uint32_t e = all[k], there = home(e);
                    if (std::ranges::find(members, there) == members.end()) continue;
                    const bool first = std::ranges::none_of(
                        all, [&](uint16_t o) { return home(o) == there && local(o) < local(e); });
                    if (reduced && !first) continue;
                    const uint32_t from = (reduced ? 0 : local(e) * rows) + row(place, t);
                    EXPECT_EQ(part(got, k * moe_.tokens() + t, moe_.hidden),
                              part(own(results, there), from, moe_.hidden))
                        << "expert " << e << " for token " << t << " of " << number(at);
                }
        }
    }

    void there_and_back(const Moe& moe) {
        set_up(moe);
        for (int again = 0; again < 2; again++) {
            // Rows that nobody sends keep what is there.
            const std::array outputs{
                fresh(gathered(1, moe.hidden), Layout::ROW_MAJOR),
                empty(gathered(1, moe.chosen), Layout::ROW_MAJOR, DataType::UINT16)};
            const auto [tokens, metadata] =
                all_to_all_dispatch(*tokens_, *indices_, *mapping_, axis(), outputs, std::nullopt,
                                    std::nullopt, std::nullopt, std::nullopt, moe.line_dim);
            expect_dispatched(tokens, metadata);
            for (const bool reduced : {false, true}) {
                const Tensor results =
                    fresh(gathered(reduced ? 1 : moe.per_device, moe.hidden), Layout::ROW_MAJOR);
                const Tensor out = all_to_all_combine(
                    results, *mapping_, metadata, reduced, std::nullopt, std::nullopt, std::nullopt,
                    axis(), moe.line_dim, std::nullopt,
                    fresh(Shape({moe.chosen, moe.batch, moe.sequence, moe.hidden}),
                          Layout::ROW_MAJOR));
                expect_combined(results, out, reduced);
            }
        }
    }

    Moe moe_{};
    uint32_t length_ = 0, experts_ = 0;
    std::vector<Raw> chosen_;  // by device
    std::optional<Tensor> tokens_, indices_, mapping_;
};

TEST_F(Experts, ThereAndBackAlongALine) {
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    there_and_back(
        {.batch = 4, .sequence = 2, .hidden = 256, .chosen = 2, .per_device = 2, .axis = -1});
    // A token is longer than a packet, and the sequence is spread.
    there_and_back({.batch = 2,
                    .sequence = 3,
                    .hidden = 2240,
                    .chosen = 4,
                    .per_device = 4,
                    .axis = -1,
                    .line_dim = 2});
}

TEST_F(Experts, OnAxesOfTheMesh) {
    open(FabricConfig::FABRIC_2D, SystemMesh::instance().shape());
    for (int axis = 0; axis < 2; axis++)
        if (mesh_->shape()[axis] > 1)
            there_and_back({.batch = 2,
                            .sequence = 1,
                            .hidden = 64,
                            .chosen = 2,
                            .per_device = 2,
                            .axis = axis});
}

TEST_F(Experts, RefuseWhatDoesNotFit) {
    open(FabricConfig::FABRIC_1D, whole_line());
    set_up({.batch = 2, .sequence = 1, .hidden = 64, .chosen = 2, .per_device = 2, .axis = -1});
    EXPECT_THAT(thrown([&] { all_to_all_dispatch(*indices_, *indices_, *mapping_); }),
                testing::HasSubstr("rank 4 of"));
    const Tensor wide =
        empty(Shape({1, 1, experts_, devices() + 1}), Layout::ROW_MAJOR, DataType::UINT16);
    EXPECT_THAT(thrown([&] { all_to_all_dispatch(*tokens_, *indices_, wide); }),
                testing::HasSubstr("devices are in the mesh"));
    const Tensor in = fresh(Shape({1, 1, 32 * devices(), 32}));
    EXPECT_THAT(thrown([&] { experimental::all_to_all_async_generic(in, 2, 2); }),
                testing::HasSubstr("are both 2"));
    EXPECT_THAT(thrown([&] { experimental::all_to_all_async_generic(in, 2, 0); }),
                testing::HasSubstr("a multiple of"));
}

TEST_F(Experts, PartsGoToTheirDevices) {
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_1D_RING}) {
        open(config, whole_line());
        const uint32_t n = devices();
        const Tensor in = fresh(Shape({1, n, 64, 32 * n}));
        std::vector<Raw> sent;
        for (uint32_t d = 0; d < n; d++) sent.push_back(own(in, d));
        for (const auto& [in_dim, out_dim] :
             {std::pair(2, 1), std::pair(1, 3), std::pair(2, 3), std::pair(3, 1)}) {
            const Tensor out = experimental::all_to_all_async_generic(in, in_dim, out_dim);
            const Grid g = grid_of(in), whole = grid_of(out);
            for (uint32_t d = 0; d < n; d++) {
                const Raw got = read(out, MeshCoordinate(0, d));
                const uint32_t part_in = whole.dims[in_dim] / n, part_out = g.dims[out_dim] / n;
                for (uint32_t p = 0; p < whole.pages(); p++) {
                    auto c = whole.at(p);
                    const uint32_t from = c[in_dim] / part_in;
                    c[in_dim] %= part_in;
                    c[out_dim] += d * part_out;
                    ASSERT_EQ(part(got, p, whole.page), part(sent[from], g.index(c), g.page))
                        << "page " << p << " of device " << d;
                }
            }
        }
        TearDown();
    }
}

}  // namespace
}  // namespace ttnn::test
