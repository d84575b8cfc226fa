// The lanes of a chip as typed arrays, and what a lane does at a moment or in a pixel.
import type { ChipRecord, LaneRecord } from "../data";

export const IDLE = 0;
export const BUSY = 1;

export interface Strip {
    x: number;
    y: number;
    processor: number;
    record: LaneRecord;
    ends: Float64Array; // of each piece; the first begins with the chip's timeline
    kinds: Uint8Array;
}

export interface Piece {
    from: number;
    to: number;
    kind: number;
}

function strip_of(x: number, y: number, lane: LaneRecord, begin: number): Strip {
    const count = lane.segments.length / 2;
    const ends = new Float64Array(count);
    const kinds = new Uint8Array(count);
    for (let i = 0, at = begin; i < count; i++) {
        at += lane.segments[2 * i]!;
        ends[i] = at;
        kinds[i] = lane.segments[2 * i + 1]!;
    }
    lane.segments = [];
    return { x, y, processor: lane.processor, record: lane, ends, kinds };
}

export function strips_of(chip: ChipRecord): Strip[] {
    return chip.cores.flatMap((core) =>
        core.lanes.map((lane) => strip_of(core.x, core.y, lane, chip.begin)),
    );
}

// The first piece that ends after `cycle`.
export function first_after(ends: Float64Array, cycle: number): number {
    let low = 0,
        high = ends.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle]! > cycle) high = middle;
        else low = middle + 1;
    }
    return low;
}

export function piece_at(strip: Strip, begin: number, cycle: number): Piece | null {
    const i = first_after(strip.ends, cycle);
    if (i === strip.ends.length) return null;
    return {
        from: i === 0 ? begin : strip.ends[i - 1]!,
        to: strip.ends[i]!,
        kind: strip.kinds[i]!,
    };
}

// The kind that fills most of each pixel between `from` and `to`; pixels after the end are idle.
export function kinds_in(strip: Strip, from: number, to: number, into: Uint8Array): void {
    into.fill(IDLE);
    const { ends, kinds } = strip;
    const scale = into.length / (to - from);
    const share = new Float64Array(16);
    let left = from,
        pixel = 0;
    for (let i = first_after(ends, from); i < ends.length && pixel < into.length; i++) {
        const right = Math.min(ends[i]!, to);
        const kind = kinds[i]!;
        let edge = from + (pixel + 1) / scale;
        if (right < edge) {
            share[kind]! += right - left;
        } else {
            share[kind]! += edge - left;
            into[pixel++] = most(share);
            share.fill(0);
            const whole = Math.min(into.length, Math.floor((right - from) * scale));
            if (whole > pixel) into.fill(kind, pixel, whole);
            pixel = Math.max(pixel, whole);
            edge = from + pixel / scale;
            share[kind] = Math.max(0, right - edge);
        }
        left = right;
        if (right >= to) break;
    }
    if (pixel < into.length) into[pixel] = most(share);
}

// Idle only if nothing else happened: a short kernel must not vanish.
function most(share: Float64Array): number {
    let best = IDLE;
    for (let k = 1; k < share.length; k++)
        if (share[k]! > 0 && (best === IDLE || share[k]! > share[best]!)) best = k;
    return best;
}
