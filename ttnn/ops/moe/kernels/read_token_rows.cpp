// The rows of each block of tokens, 32 of them behind each other; what is missing is zeros.
#include "../../../kernels/local_copy.h"
#include "../../../kernels/pages.h"
#include "ahead.h"
#include "token_rows.h"

namespace {

constexpr uint32_t kRows = tt::CBIndex::c_0, kList = tt::CBIndex::c_4, kZeros = tt::CBIndex::c_6;
using Args = TensorAccessorArgs<0>;

class Source {
 public:
    explicit Source(const TokenWork& work) : work_(work), block_(work.first_block) {}

    // Whoever makes the lists may wait for what is under way here.
    bool more() const { return !end() && (open_ || cb_pages_available_at_front(kList, 1)); }
    void ask(uint32_t to) {
        if (!open_) open();
        const uint32_t bytes = work_.width * 64, left = count_ - 32 * matrix_;
        const uint32_t live = left < 32 ? left : 32, offset = unit_ * bytes;
        const uint32_t list = get_read_ptr(kList) + 4 * (1 + 32 * matrix_);
        uint32_t i = 0;
        for (; i < live; ++i, to += bytes)
            noc_async_read(in_.get_noc_addr(at<uint32_t>(list + 4 * i), offset), to, bytes);
        for (; i < 32; ++i, to += bytes) noc_async_read(zeros_, to, bytes);
        next();
    }
    bool end() const { return block_ == work_.end_block; }

 private:
    void open() {
        cb_wait_front(kList, 1);
        count_ = at<uint32_t>(get_read_ptr(kList));
        unit_ = work_.begin(block_);
        open_ = true;
    }
    void next() {
        if (++matrix_ < matrices(count_)) return;
        matrix_ = 0;
        if (++unit_ < work_.end(block_)) return;
        cb_pop_front(kList, 1);
        open_ = false;
        ++block_;
    }

    const TokenWork& work_;
    const TensorAccessor<tensor_accessor::SpecOf<Args>> in_{Args(), get_common_arg_val<uint32_t>(5),
                                                            get_common_arg_val<uint32_t>(6)};
    const uint64_t zeros_ = get_noc_addr(get_write_ptr(kZeros));
    uint32_t block_, unit_ = 0, matrix_ = 0, count_ = 0;
    bool open_ = false;
};

}  // namespace

void kernel_main() {
    const TokenWork work;
    Source source(work);
    Ahead ahead(source, kRows, work.width, page_bytes(kRows), 8);
    while (!source.end() || ahead.waits()) ahead.take();
}
