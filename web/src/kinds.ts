// The colour of what a processor does, by the timeline's kinds.
import { colour } from "./theme";

// Every theme holds --kind-KEY for each of them.
export function kind_colour(key: string): string {
    return colour(`--kind-${key}`) || colour("--kind-other");
}

// 0xAABBGGRR, as an image's words are laid out on the machines that browsers run on.
export function to_word(hex: string): number {
    const n = parseInt(hex.slice(1), 16);
    return ((0xff << 24) | ((n & 0xff) << 16) | (n & 0xff00) | (n >> 16)) >>> 0;
}
