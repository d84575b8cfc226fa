// The list of files behind a kernel, and the compiler's dependency file that it is made from.
#include "jit/manifest.hpp"

#include "bytes.hpp"

using namespace ironbird;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = fuzz::text_of(data, size);
    jit::FileHashes hashes;
    const jit::Manifest list = jit::Manifest::parse(text);
    const jit::Manifest again = jit::Manifest::parse(list.text());
    if (list.files != again.files || list.absent != again.absent) __builtin_trap();
    list.key("key", hashes);
    list.changed_since(0);
    const jit::Manifest found =
        jit::parse_dependencies(text, {"/no/first", "/no/second"}, "/no/scratch");
    found.key("key", hashes);
    return 0;
}
