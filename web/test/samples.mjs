// Records of a run that never was, of any size: for the page's own tests and for measurements.
// usage: node samples.mjs FOLDER [CORES_X CORES_Y SEGMENTS CHIPS]
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

export const KINDS = [
    ["idle", "no kernel"],
    ["busy", "works"],
    ["cb_data", "CB data"],
    ["cb_space", "CB space"],
    ["noc_read", "NoC reads"],
    ["noc_write", "NoC writes"],
    ["dram", "DRAM"],
    ["semaphore", "semaphores"],
    ["dst", "Dst"],
    ["src", "Src"],
    ["other", "other processors"],
    ["open", "never ended"],
].map(([key, text]) => ({ key, text }));

// Small, quick and always the same.
function generator(seed) {
    let state = seed >>> 0;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

function lane(processor, count, random) {
    const segments = [],
        by = KINDS.map(() => 0);
    for (let i = 0; i < count; i++) {
        const kind = i % 2 ? 2 + random(8) : 1,
            length = 5 + random(60);
        segments.push(length, kind);
        by[kind] += length;
    }
    return {
        processor,
        kernels: [["writer.cpp", "reader.cpp", "math.cpp", "math.cpp", "math.cpp"][processor]],
        by,
        resolution: 1,
        segments,
    };
}

function traffic(grid, cycles, random) {
    const width = Math.ceil(cycles / 200),
        buckets = [...Array(200).keys()];
    const over = () => buckets.flatMap((b) => (random(3) ? [b, random(width * 24)] : []));
    const sum = (list) => list.reduce((s, v, i) => (i % 2 ? s + v : s), 0);
    const links = [];
    for (let noc = 0; noc < 2; noc++)
        for (let y = 0; y < grid.y; y++)
            for (let x = 0; x < grid.x; x++)
                for (const way of ["inject", "x", "y", "eject"]) {
                    const bytes = over();
                    links.push({
                        noc,
                        x,
                        y,
                        way,
                        bytes: sum(bytes),
                        busy: Math.round(sum(bytes) / 32),
                        over: bytes,
                    });
                }
    const banks = [...Array(12).keys()].map(() => {
        const bytes = over();
        return {
            read_bytes: sum(bytes),
            written_bytes: 0,
            busy: Math.round(cycles / 4),
            over: bytes,
        };
    });
    return { width, buckets, links, banks };
}

function chip_of(chip, x, y, count, random) {
    const cores = [];
    for (let row = 0; row < y; row++)
        for (let column = 0; column < x; column++)
            cores.push({
                x: column,
                y: row,
                lanes: [0, 1, 2, 3, 4].map((p) => lane(p, count, random)),
            });
    const length = (l) => l.segments.reduce((s, v, i) => (i % 2 ? s : s + v), 0);
    const end = Math.max(...cores.flatMap((c) => c.lanes.map(length)));
    return {
        chip,
        product: "n150",
        arch: "wormhole_b0",
        clock_mhz: 1000,
        grid: { x, y },
        noc_grid: { x: 10, y: 12 },
        flit_bytes: 32,
        dram_gb_per_s: 288,
        begin: 0,
        end,
        launches: [{ name: "math", start: 0, end, count: 1, cores: x * y, done: true }],
        cores,
        traffic: traffic({ x: 10, y: 12 }, end, random),
    };
}

function memory_of(chip) {
    const all = `{[(x=0,y=0) - (x=${chip.grid.x - 1},y=${chip.grid.y - 1})]}`;
    const cb = (index, address, pages) => ({
        indices: [index],
        cores: all,
        address,
        bytes: pages * 2048,
        page_bytes: 2048,
        pages,
        format: "Float16_b",
        globally_allocated: false,
        max_pages: Math.ceil(pages / 2),
        histogram: [0],
        reserve_waits: 0,
        reserve_blocked_cycles: 0,
        front_waits: 0,
        front_blocked_cycles: 0,
    });
    return {
        chip: chip.chip,
        product: "n150",
        arch: "wormhole_b0",
        clock_mhz: 1000,
        l1_bytes: 1499136,
        reserved_bytes: 105472,
        grid: chip.grid,
        l1_banks: 64,
        l1_bank_bytes: 1393664,
        dram_banks: 12,
        steps: [
            { cycle: 0, what: "buffer_alloc", id: 1 },
            { cycle: 10, what: "launch", id: 7 },
            { cycle: chip.end, what: "complete", id: 7 },
            { cycle: chip.end, what: "buffer_free", id: 1 },
        ],
        buffers: [
            {
                id: 1,
                type: "L1",
                address: 1400832,
                bytes: 98304 * 64,
                bytes_per_bank: 98304,
                page_bytes: 2048,
                layout: "INTERLEAVED",
                from: 0,
                to: 3,
            },
        ],
        launches: [
            {
                id: 7,
                program: 1,
                name: "math",
                start: 10,
                end: chip.end,
                kernel_bytes: 4096,
                cores: all,
                cbs: [cb(0, 105472, 8), cb(1, 121856, 8), cb(16, 138240, 16)],
            },
        ],
        cores: chip.cores.map((c) => ({
            x: c.x,
            y: c.y,
            high_water_bytes: 269312,
            high_water_step: 1,
        })),
        high_water: { x: 0, y: 0, bytes: 269312, step: 1 },
        largest_hole_bytes: 1229824,
        free_bytes: 1229824,
    };
}

function run_of(chips) {
    const place = (role, cycle, processor) => ({
        role,
        file: "/x/kernels/reader.cpp",
        line: 31,
        device: 0,
        core: [1, 0],
        processor,
        cycle,
        what: 'noc_async_read(src, l1, 2048) </script><!-- & "quoted"',
    });
    return {
        schema: 1,
        chip: "n150",
        chips: chips.length,
        cycles: chips[0].end,
        seconds: chips[0].end / 1e9,
        wall_seconds: 0.2,
        error: { text: "matmul-bound: +-2 %, 90 % of rows within 8 %" },
        programs: 1,
        timing: "contended",
        math: "fast",
        noc: "timed",
        version: "0",
        upstream: "0",
        end: "exit code 0",
        command: ["sample"],
        checked: "noc",
        warnings: [],
        faults: [],
        traffic: {
            noc_bytes: [1, 2],
            noc_transactions: 3,
            dram_read_bytes: 4,
            dram_write_bytes: 5,
        },
        findings: [
            {
                id: "NOC-001",
                severity: "error",
                title: "data of a NoC read is handed on before it has arrived",
                parties: [place("issued", 300, "NCRISC"), place("used", 420, "NCRISC")],
                because: "",
                do: "wait",
                seen: 9,
                cores: 2,
            },
        ],
        profile: {
            launch_cycles: chips[0].end,
            cores: chips[0].cores.length,
            grid: 64,
            path: { math: 60, dram: 40 },
            processors: { BRISC: { cycles: 100, stalls: { dram: 40 } } },
            flops: 4e6,
            peaks: { flops: 64e12, flops_one_phase: 256e12, dram_bytes: 288e9 },
            programs: [
                { name: "math", launches: 1, cycles: chips[0].end, flops: 4e6, dram_bytes: 5e4 },
            ],
            hints: [
                {
                    id: "cb-depth",
                    title: "a circular buffer is shallow",
                    cycles: 1234,
                    file: "/x/reader.cpp",
                    line: 5,
                    processor: "NCRISC",
                    cores: 2,
                    detail: "2 pages",
                    remedy: "take 4",
                },
            ],
        },
    };
}

export function write_sample(folder, { x = 4, y = 2, count = 60, chips = 1 } = {}) {
    const random = generator(7);
    const all = [...Array(chips).keys()].map((chip) => chip_of(chip, x, y, count, random));
    const made = {
        run: run_of(all),
        timeline: {
            schema: 1,
            kinds: KINDS,
            chips: all,
            processors: ["BRISC", "NCRISC", "TRISC0", "TRISC1", "TRISC2"],
        },
        memory: { schema: 1, chips: all.map(memory_of) },
    };
    mkdirSync(folder, { recursive: true });
    for (const [name, value] of Object.entries(made))
        writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(value));
    return made;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const [x = 8, y = 8, count = 1250, chips = 1] = process.argv.slice(3).map(Number);
    write_sample(process.argv[2], { x, y, count, chips });
}
