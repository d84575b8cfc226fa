// Every operation that moves data, drawn by seed, against index maps.
#include "movement.hpp"

#include "ttnn/operations/data_movement/chunk/chunk.hpp"
#include "ttnn/operations/data_movement/concat/concat.hpp"
#include "ttnn/operations/data_movement/expand/expand.hpp"
#include "ttnn/operations/data_movement/narrow/narrow.hpp"
#include "ttnn/operations/data_movement/pad/pad.hpp"
#include "ttnn/operations/data_movement/permute/permute.hpp"
#include "ttnn/operations/data_movement/repeat/repeat.hpp"
#include "ttnn/operations/data_movement/repeat_interleave/repeat_interleave.hpp"
#include "ttnn/operations/data_movement/roll/roll.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/data_movement/split/split.hpp"
#include "ttnn/operations/data_movement/squeeze/squeeze.hpp"
#include "ttnn/operations/data_movement/stack/stack.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"
#include "ttnn/operations/data_movement/unsqueeze/unsqueeze.hpp"
#include "ttnn/operations/experimental/bcast_to/bcast_to.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;
using Dims = ttsl::SmallVector<std::uint32_t>;

class Movement : public OnDevice {};

Dims dims_of(const Shape& shape) {
    return Dims(shape.begin(), shape.end());
}

void check_permute(Drawn& drawn) {
    const Array in = counted_array(drawn.any_shape());
    const Stored stored = drawn.stored();
    const auto order = drawn.order(in.shape.rank());
    Dims dims;
    ttsl::SmallVector<std::int64_t> asked;
    for (const std::uint32_t d : order) {
        dims.push_back(in.shape[static_cast<int>(d)]);
        asked.push_back(static_cast<std::int64_t>(d) -
                        (drawn.below(3) == 0 ? static_cast<std::int64_t>(order.size()) : 0));
    }
    const Array want = mapped(in, Shape(dims), [&](const Index& at) {
        Index from(at.size());
        for (std::size_t d = 0; d < at.size(); d++) from[order[d]] = at[d];
        return linear(from, in.shape);
    });
    expect_array(permute(drawn.tensor(in, stored), asked), want,
                 fmt::format("permute {} by {}", named(in.shape, stored), order));
}

void check_slice(Drawn& drawn) {
    const Array in = counted_array(drawn.any_shape());
    const Stored stored = drawn.stored();
    const bool by_tiles = drawn.below(3) == 0;
    Dims dims;
    ttsl::SmallVector<int> begins, ends, steps;
    Index first, step;
    for (std::size_t d = 0; d < in.shape.rank(); d++) {
        const std::uint32_t extent = in.shape[static_cast<int>(d)];
        const std::uint32_t unit = by_tiles && d + 2 >= in.shape.rank() ? 32 : 1;
        const std::uint32_t begin = drawn.below(extent + 1) / unit * unit;
        const std::uint32_t end = drawn.from_to(begin, extent);
        const std::uint32_t by = by_tiles || drawn.below(2) == 0 ? 1 : drawn.from_to(1, 4);
        first.push_back(begin), step.push_back(by);
        dims.push_back((end - begin + by - 1) / by);
        const bool wrap = begin < extent && drawn.below(3) == 0;
        begins.push_back(static_cast<int>(begin) - (wrap ? static_cast<int>(extent) : 0));
        ends.push_back(static_cast<int>(end));
        steps.push_back(static_cast<int>(by));
    }
    const Array want = mapped(in, Shape(dims), [&](const Index& at) {
        Index from(at);
        for (std::size_t d = 0; d < at.size(); d++) from[d] = first[d] + at[d] * step[d];
        return linear(from, in.shape);
    });
    expect_array(
        slice(drawn.tensor(in, stored), begins, ends, steps), want,
        fmt::format("slice {} from {} to {} by {}", named(in.shape, stored), first, ends, step));
}

void check_concat(Drawn& drawn) {
    const Stored stored = drawn.stored();
    Dims dims = dims_of(drawn.shape(drawn.from_to(1, 5), 40));
    const std::uint32_t dim = drawn.below(static_cast<std::uint32_t>(dims.size()));
    const std::uint32_t count = drawn.below(6) == 0 ? 20 : drawn.from_to(1, 4);
    std::vector<Tensor> tensors;
    std::vector<Array> arrays;
    Dims begins;
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < count; i++) {
        dims[dim] = drawn.below(3) == 0 ? 32 : drawn.from_to(1, 9);
        arrays.push_back(counted_array(Shape(dims)));
        for (double& value : arrays.back().values) value = std::fmod(value + i, 101);
        tensors.push_back(drawn.tensor(arrays.back(), stored));
        begins.push_back(sum);
        sum += dims[dim];
    }
    dims[dim] = sum;
    Array all{Shape({0}), {}};  // all inputs behind each other
    std::vector<std::int64_t> offsets;
    for (const Array& array : arrays) {
        offsets.push_back(static_cast<std::int64_t>(all.values.size()));
        all.values.insert(all.values.end(), array.values.begin(), array.values.end());
    }
    const Array want = mapped(all, Shape(dims), [&](const Index& at) {
        std::size_t i = count - 1;
        while (begins[i] > at[dim]) i--;
        Index from(at);
        from[dim] -= begins[i];
        return offsets[i] + linear(from, arrays[i].shape);
    });
    expect_array(concat(tensors, static_cast<int>(dim) - static_cast<int>(dims.size())), want,
                 fmt::format("concat {} along {} of {}", named(Shape(dims), stored), dim, begins));
}

void check_pad(Drawn& drawn) {
    const Array in = counted_array(drawn.shape(drawn.from_to(1, 6), 50));
    const Stored stored = drawn.stored();
    ttsl::SmallVector<std::array<std::uint32_t, 2>> padding;
    Dims dims;
    const bool by_tiles = drawn.below(3) == 0;
    for (std::size_t d = 0; d < in.shape.rank(); d++) {
        const bool outer = d + 2 < in.shape.rank();  // little of these is much in all
        const std::uint32_t front = stored.layout == Layout::TILE ? 0 : drawn.below(outer ? 2 : 5);
        const std::uint32_t behind = outer      ? drawn.below(2)
                                     : by_tiles ? 32 * drawn.below(2)
                                                : drawn.below(40);
        padding.push_back({front, behind});
        dims.push_back(front + in.shape[static_cast<int>(d)] + behind);
    }
    const double fill = drawn.below(2) == 0 ? 0 : 7;
    const Array want = mapped(
        in, Shape(dims),
        [&](const Index& at) -> std::int64_t {
            Index from(at);
            for (std::size_t d = 0; d < at.size(); d++) {
                from[d] -= padding[d][0];
                if (from[d] >= in.shape[static_cast<int>(d)]) return -1;
            }
            return linear(from, in.shape);
        },
        fill);
    expect_array(ttnn::pad(drawn.tensor(in, stored), padding, static_cast<float>(fill)), want,
                 fmt::format("pad {} to {}", named(in.shape, stored), want.shape));
}

void check_repeat(Drawn& drawn) {
    const Array in = counted_array(drawn.shape(drawn.from_to(1, 4), 40));
    const Stored stored = drawn.stored();
    const Tensor tensor = drawn.tensor(in, stored);
    const std::string what = named(in.shape, stored);
    Dims times, dims = dims_of(in.shape);
    for (std::uint32_t& dim : dims) {
        times.push_back(drawn.from_to(1, 3));
        dim *= times.back();
    }
    const Array want = mapped(in, Shape(dims), [&](const Index& at) {
        Index from(at);
        for (std::size_t d = 0; d < at.size(); d++) from[d] %= in.shape[static_cast<int>(d)];
        return linear(from, in.shape);
    });
    expect_array(repeat(tensor, times), want, fmt::format("repeat {} by {}", what, times));
    const std::uint32_t dim = drawn.below(static_cast<std::uint32_t>(dims.size()));
    Dims longer = dims_of(in.shape);
    longer[dim] *= 3;
    const Array each = mapped(in, Shape(longer), [&](const Index& at) {
        Index from(at);
        from[dim] /= 3;
        return linear(from, in.shape);
    });
    expect_array(repeat_interleave(tensor, 3, static_cast<int>(dim)), each,
                 fmt::format("repeat_interleave {} along {}", what, dim));
}

void check_expand(Drawn& drawn) {
    Dims small = dims_of(drawn.shape(drawn.from_to(1, 4), 40)), large = small;
    std::vector<std::int32_t> asked;
    for (auto& side : small)
        if (drawn.below(2) == 0) side = 1;
    if (drawn.below(2) == 0) large.insert(large.begin(), 2u);
    const std::size_t added = large.size() - small.size();
    for (std::size_t d = 0; d < large.size(); d++) {
        const bool keeps = d >= added && small[d - added] == large[d];
        asked.push_back(keeps ? -1 : static_cast<std::int32_t>(large[d]));
    }
    const Array in = counted_array(Shape(small));
    const Stored stored = drawn.stored();
    const Array want = mapped(in, Shape(large), [&](const Index& at) {
        Index from(at.begin() + static_cast<std::ptrdiff_t>(added), at.end());
        for (std::size_t d = 0; d < from.size(); d++) from[d] %= small[d];
        return linear(from, in.shape);
    });
    const Tensor tensor = drawn.tensor(in, stored);
    const std::string what = fmt::format("{} to {}", named(in.shape, stored), large);
    expect_array(expand(tensor, asked), want, "expand " + what);
    expect_array(experimental::broadcast_to(tensor, Shape(large)), want, "broadcast_to " + what);
}

void check_roll(Drawn& drawn) {
    const Array in = counted_array(drawn.shape(drawn.from_to(1, 4), 70));
    const Stored stored = drawn.stored();
    const std::uint32_t dim = drawn.below(static_cast<std::uint32_t>(in.shape.rank()));
    const int shift = static_cast<int>(drawn.below(200)) - 100;
    const auto extent = static_cast<int>(in.shape[static_cast<int>(dim)]);
    const Array want = mapped(in, in.shape, [&](const Index& at) {
        Index from(at);
        from[dim] = static_cast<std::uint32_t>(
            ((static_cast<int>(at[dim]) - shift) % extent + extent) % extent);
        return linear(from, in.shape);
    });
    expect_array(roll(drawn.tensor(in, stored), shift, static_cast<int>(dim)), want,
                 fmt::format("roll {} by {} along {}", named(in.shape, stored), shift, dim));
}

void check_reshape(Drawn& drawn) {
    const Array in = counted_array(drawn.any_shape());
    const Stored stored = drawn.stored();
    Dims dims;
    std::uint32_t left = static_cast<std::uint32_t>(in.shape.volume());
    for (int i = 0; i < 5 && left > 1; i++) {
        std::uint32_t factor = drawn.from_to(1, left);
        while (left % factor != 0) factor--;
        dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(
                                       drawn.below(static_cast<std::uint32_t>(dims.size()) + 1)),
                    factor);
        left /= factor;
    }
    dims.push_back(left);
    expect_array(ttnn::reshape(drawn.tensor(in, stored), Shape(dims)), {Shape(dims), in.values},
                 fmt::format("reshape {} to {}", named(in.shape, stored), dims));
}

TEST_F(Movement, DrawnBySeed) {
    struct Row {
        const char* name;
        void (*check)(Drawn&);
    };
    const Row rows[] = {{"permute", check_permute}, {"slice", check_slice},
                        {"concat", check_concat},   {"pad", check_pad},
                        {"repeat", check_repeat},   {"expand", check_expand},
                        {"roll", check_roll},       {"reshape", check_reshape}};
    const char* more = std::getenv("TTNN_DRAWS");
    const unsigned draws = more != nullptr ? static_cast<unsigned>(std::atoi(more)) : 12;
    for (const Row& row : rows)
        for (unsigned i = 0; i < draws; i++) {
            SCOPED_TRACE(fmt::format("{}, draw {}", row.name, i));
            Drawn drawn(1000 * chip_seed() + i, device());
            const std::string error = thrown([&] { row.check(drawn); });
            EXPECT_EQ(error, "");
        }
}

TEST_F(Movement, Parts) {
    const Array in = counted_array(Shape({2, 37, 40}));
    Drawn drawn(3, device());
    for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
        const Tensor tensor = drawn.tensor(in, {DataType::BFLOAT16, layout, DRAM_MEMORY_CONFIG});
        const auto part = [&](std::uint32_t begin, std::uint32_t count) {
            return mapped(in, Shape({2, count, 40}), [&, begin](const Index& at) {
                return linear({at[0], at[1] + begin, at[2]}, in.shape);
            });
        };
        const auto halves = split(tensor, ttsl::SmallVector<std::int64_t>{5, 32}, 1);
        ASSERT_EQ(halves.size(), 2u);
        expect_array(halves[0], part(0, 5), "split");
        expect_array(halves[1], part(5, 32), "split");
        const auto chunks = chunk(tensor, 3, -2);
        ASSERT_EQ(chunks.size(), 3u);
        expect_array(chunks[2], part(26, 11), "chunk");
        expect_array(narrow(tensor, 1, 30, 4), part(30, 4), "narrow");
        expect_array(concat(split(tensor, 16, 1), 1), in, "concat of split");
        const Tensor both = stack({tensor, tensor}, 1);
        EXPECT_EQ(both.logical_shape(), Shape({2, 2, 37, 40}));
        expect_array(squeeze(narrow(both, 1, 1, 1), 1), in, "stack");
        EXPECT_EQ(unsqueeze(tensor, -1).logical_shape(), Shape({2, 37, 40, 1}));
        EXPECT_EQ(squeeze(unsqueeze(tensor, 0)).logical_shape(), in.shape);
        expect_array(transpose(transpose(tensor, 0, 2), 2, 0), in, "transpose twice");
    }
}

TEST_F(Movement, Refusals) {
    const Array in = counted_array(Shape({2, 5}));
    Drawn drawn(3, device());
    const Tensor rows =
        drawn.tensor(in, {DataType::BFLOAT16, Layout::ROW_MAJOR, DRAM_MEMORY_CONFIG});
    const Tensor tiles = drawn.tensor(in, {DataType::BFLOAT16, Layout::TILE, DRAM_MEMORY_CONFIG});
    using Padding = ttsl::SmallVector<std::array<std::uint32_t, 2>>;
    const auto message = [](const std::function<void()>& f) { return thrown(f); };
    EXPECT_THAT(
        message([&] { (void)permute(rows, {0, 1, 2}); }),
        HasSubstr("The number of dimensions in the tensor input does not match the length"));
    EXPECT_THAT(message([&] { (void)transpose(rows, 0, 2); }),
                HasSubstr("is out of bounds for rank"));
    EXPECT_THAT(message([&] { (void)ttnn::pad(rows, Padding{{0, 1}, {0, 1}, {0, 1}}, 0); }),
                HasSubstr("ttnn.pad: padding len can't be larger than input tensor rank"));
    EXPECT_THAT(message([&] { (void)ttnn::pad(tiles, Padding{{1, 0}, {0, 0}}, 0); }),
                HasSubstr("ttnn.pad: on device tile padding does not support front padding"));
    EXPECT_THAT(message([&] { (void)expand(rows, std::vector<std::int32_t>{4, 5}); }),
                HasSubstr("Only size 1 dimensions can be expanded in the output shape"));
    EXPECT_THAT(message([&] { (void)concat({rows, tiles}, 0); }),
                HasSubstr("All Tensors should have same layouts"));
    EXPECT_THAT(message([&] { (void)permute(from_device(rows), {1, 0}); }),
                HasSubstr("need to be on device"));
}

}  // namespace
}  // namespace ttnn::test
