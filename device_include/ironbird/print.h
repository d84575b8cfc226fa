// DPRINT in both of its forms: DPRINT("x = {}\n", x) and DPRINT << "x = " << x << ENDL().
#pragma once

#include "ironbird/print_values.h"

namespace ironbird::print {

void format_asks_for_more_values_than_are_given();  // never defined: naming it ends the compilation
void format_has_an_unclosed_brace();

// A format whose placeholders are checked against the number of values when compiling.
template <typename... Values>
struct Format {
    const char* text;

    consteval Format(const char* format) : text(format) {
        uint32_t next = 0;
        for (const char* at = format; *at != 0; ++at) {
            if ((*at == '{' || *at == '}') && at[1] == *at) {
                ++at;
            } else if (*at == '{') {
                at = placeholder(at + 1, next);
            }
        }
    }

 private:
    static consteval const char* placeholder(const char* at, uint32_t& next) {
        uint32_t index = 0;
        const bool numbered = *at >= '0' && *at <= '9';
        for (; *at >= '0' && *at <= '9'; ++at) index = index * 10 + (*at - '0');
        if (!numbered) index = next++;
        if (index >= sizeof...(Values)) format_asks_for_more_values_than_are_given();
        while (*at != '}') {
            if (*at++ == 0) format_has_an_unclosed_brace();
        }
        return at;
    }
};

struct Printer {
    template <typename... Values>
    FORCE_INLINE void operator()(std::type_identity_t<Format<Values...>> format,
                                 Values... values) const {
        const ib_arg args[sizeof...(Values) + 1] = {value(values)...};
        ib_print_format(format.text, args, sizeof...(Values));
    }

    template <typename T>
    FORCE_INLINE const Printer& operator<<(T v) const {
        const ib_arg arg = value(v);
        ib_print_stream(&arg, 1);
        return *this;
    }
};

// Ends a print that is only meant for one processor: a text is still to be printed, a stream
// expression has printed itself, and after a block (void) the plain comma applies.
struct Done {};
FORCE_INLINE void operator,(const char* text, Done) {
    ib_print_format(text, nullptr, 0);
}
FORCE_INLINE void operator,(const Printer&, Done) {}

}  // namespace ironbird::print

using DebugPrinter = ironbird::print::Printer;
inline constexpr DebugPrinter DPRINT{};

#define DEVICE_PRINT(...) DPRINT(__VA_ARGS__)

// DPRINT_MATH("x = {}\n", x), DPRINT_MATH("text\n"), DPRINT_MATH(DPRINT << x) or a block.
#define IB_PRINT_ONE(first) (({ first; }), ironbird::print::Done{})
#define IB_PRINT_MANY(first, ...) DPRINT(first, __VA_ARGS__)
#define IB_PRINT_CHOOSE(first, ...) IB_PRINT_PICK(__VA_OPT__(MANY, ) ONE)
#define IB_PRINT_PICK(which, ...) IB_PRINT_PASTE(IB_PRINT_, which)
#define IB_PRINT_PASTE(a, b) a##b
#define IB_PRINT_HERE(...) IB_PRINT_CHOOSE(__VA_ARGS__)(__VA_ARGS__)
#define IB_PRINT_NOWHERE(...) ((void)0)

#if defined(COMPILE_FOR_TRISC)
#define DPRINT_DATA0 IB_PRINT_NOWHERE
#define DPRINT_DATA1 IB_PRINT_NOWHERE
#if COMPILE_FOR_TRISC == 0
#define DPRINT_UNPACK IB_PRINT_HERE
#define DPRINT_MATH IB_PRINT_NOWHERE
#define DPRINT_PACK IB_PRINT_NOWHERE
#elif COMPILE_FOR_TRISC == 1
#define DPRINT_UNPACK IB_PRINT_NOWHERE
#define DPRINT_MATH IB_PRINT_HERE
#define DPRINT_PACK IB_PRINT_NOWHERE
#else
#define DPRINT_UNPACK IB_PRINT_NOWHERE
#define DPRINT_MATH IB_PRINT_NOWHERE
#define DPRINT_PACK IB_PRINT_HERE
#endif
#else
#define DPRINT_UNPACK IB_PRINT_NOWHERE
#define DPRINT_MATH IB_PRINT_NOWHERE
#define DPRINT_PACK IB_PRINT_NOWHERE
// Upstream tells the two apart by NoC, not by processor.
#define DPRINT_DATA0(...)               \
    do {                                \
        if constexpr (noc_index == 0) { \
            IB_PRINT_HERE(__VA_ARGS__); \
        }                               \
    } while (0)
#define DPRINT_DATA1(...)               \
    do {                                \
        if constexpr (noc_index == 1) { \
            IB_PRINT_HERE(__VA_ARGS__); \
        }                               \
    } while (0)
#endif

#define DEVICE_PRINT_UNPACK DPRINT_UNPACK
#define DEVICE_PRINT_MATH DPRINT_MATH
#define DEVICE_PRINT_PACK DPRINT_PACK
#define DEVICE_PRINT_DATA0 DPRINT_DATA0
#define DEVICE_PRINT_DATA1 DPRINT_DATA1
