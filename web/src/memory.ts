// What lies in the L1 of a core after each step of the run.
import type { MemoryChip } from "./data";

export interface Block {
    name: string;
    kind: "reserved" | "cb" | "buffer";
    from: number;
    to: number;
    note: string;
    used: number; // share of it that was in use at most, 0 to 1
}

// "{[(x=0,y=0) - (x=7,y=7)], [(x=0,y=9) - (x=0,y=9)]}" holds (x, y)?
export function covers(ranges: string, x: number, y: number): boolean {
    for (const m of ranges.matchAll(/\(x=(\d+),\s*y=(\d+)\)\s*-\s*\(x=(\d+),\s*y=(\d+)\)/g)) {
        const [x0, y0, x1, y1] = m.slice(1).map(Number) as [number, number, number, number];
        if (x >= x0 && x <= x1 && y >= y0 && y <= y1) return true;
    }
    return false;
}

// Ids of the launches that run after a step.
function running(chip: MemoryChip, step: number): Set<number> {
    const ids = new Set<number>();
    for (const s of chip.steps.slice(0, step + 1)) {
        if (s.what === "launch") ids.add(s.id);
        if (s.what === "complete") ids.delete(s.id);
    }
    return ids;
}

export function blocks_at(chip: MemoryChip, step: number, x: number, y: number): Block[] {
    const blocks: Block[] = [
        {
            name: "reserved, kernel configuration",
            kind: "reserved",
            from: 0,
            to: chip.reserved_bytes,
            note: "firmware, kernels, arguments",
            used: 1,
        },
    ];
    const number = y * chip.grid.x + x;
    for (const b of chip.buffers) {
        const here = b.type.startsWith("L1") && (!b.cores || b.cores.includes(number));
        if (!here || b.from > step || (b.to !== null && b.to <= step)) continue;
        blocks.push({
            name: `buffer ${b.id}`,
            kind: "buffer",
            from: b.address,
            to: b.address + b.bytes_per_bank,
            note: `${b.type}, ${b.layout}, pages of ${b.page_bytes} B${b.made ? `, made at ${b.made}` : ""}`,
            used: 1,
        });
    }
    const ids = running(chip, step);
    for (const launch of chip.launches) {
        if (!ids.has(launch.id)) continue;
        for (const cb of launch.cbs) {
            if (!covers(cb.cores, x, y)) continue;
            blocks.push({
                name: `CB ${cb.indices.join(", ")}`,
                kind: "cb",
                from: cb.address,
                to: cb.address + cb.bytes,
                used: cb.pages > 0 ? cb.max_pages / cb.pages : 0,
                note:
                    `${launch.name}: ${cb.pages} pages of ${cb.page_bytes} B, ${cb.format}, at most ` +
                    `${cb.max_pages} in use${cb.globally_allocated ? ", in a buffer" : ""}`,
            });
        }
    }
    return blocks.sort((a, b) => a.from - b.from || a.to - b.to);
}

// Bytes below some block; blocks may lie on each other.
export function used_bytes(blocks: Block[]): number {
    let sum = 0,
        end = 0;
    for (const b of blocks) {
        sum += Math.max(0, b.to - Math.max(b.from, end));
        end = Math.max(end, b.to);
    }
    return sum;
}

// The widest gap.
export function largest_hole(blocks: Block[], l1_bytes: number): number {
    let hole = 0,
        end = 0;
    for (const b of blocks) {
        hole = Math.max(hole, b.from - end);
        end = Math.max(end, b.to);
    }
    return Math.max(hole, l1_bytes - end);
}
