// What the page is given: the run's record, its timeline and its memory, any of them perhaps absent.

export interface Place {
    role: string;
    what: string;
    file?: string;
    line?: number;
    device?: number;
    core?: [number, number];
    processor?: string;
    cycle?: number;
}

export interface Finding {
    id: string;
    severity: string;
    title: string;
    parties: Place[];
    because: string;
    do: string;
    seen: number;
    cores: number;
}

export interface Hint {
    id: string;
    title: string;
    cycles: number;
    file: string;
    line: number;
    processor: string;
    cores: number;
    detail: string;
    remedy: string;
}

export interface Program {
    name: string;
    launches: number;
    cycles: number;
    flops?: number;
    dram_bytes?: number;
}

export interface Profile {
    launch_cycles: number;
    cores: number;
    grid: number;
    processors: Record<string, { cycles: number; stalls: Record<string, number> }>;
    path: Record<string, number>;
    flops: number;
    peaks: { flops: number; flops_one_phase?: number; dram_bytes: number };
    programs: Program[];
    hints: Hint[];
}

// One direction of a cable.
export interface CableRecord {
    channel: number;
    to: number; // device
    bytes: number;
    packets: number;
    payload_bytes: number;
    busy_cycles: number;
}

export interface DeviceRecord {
    device: number;
    cycles: number;
    cables: CableRecord[];
}

// Chips that cables join, row by row.
export interface Mesh {
    rows: number;
    columns: number;
    devices: number[];
    bytes_per_cycle: number;
}

export interface Run {
    chip?: string;
    chips?: number;
    cycles?: number;
    seconds?: number;
    waited_seconds?: number;
    wall_seconds?: number;
    error?: { text: string };
    programs?: number;
    timing?: string;
    math?: string;
    noc?: string;
    version?: string;
    upstream?: string;
    end?: string;
    exit?: number;
    command?: string[];
    checked?: string;
    warnings?: string[];
    findings?: Finding[];
    faults?: { slug: string; text: string }[];
    traffic?: Record<string, number | number[]>;
    profile?: Profile | null;
    devices?: DeviceRecord[];
    mesh?: Mesh | null;
}

export interface LaneRecord {
    processor: number;
    kernels: string[];
    by: number[]; // cycles of each kind
    resolution: number;
    segments: number[]; // length, kind, length, kind … from the chip's begin
}

export interface CoreRecord {
    x: number;
    y: number;
    lanes: LaneRecord[];
}

export interface LaunchRecord {
    name: string;
    start: number;
    end: number;
    count: number;
    cores: number;
    done: boolean;
}

export interface LinkRecord {
    noc: number;
    x: number;
    y: number;
    way: string;
    bytes: number;
    busy: number;
    over: number[]; // place in buckets, bytes, …
}

export interface BankRecord {
    read_bytes: number;
    written_bytes: number;
    busy: number;
    over: number[];
}

export interface ChipRecord {
    chip: number;
    product: string;
    arch: string;
    clock_mhz: number;
    grid: { x: number; y: number };
    noc_grid: { x: number; y: number };
    flit_bytes: number;
    dram_gb_per_s: number;
    begin: number;
    end: number;
    launches: LaunchRecord[];
    cores: CoreRecord[];
    traffic: { width: number; buckets: number[]; links: LinkRecord[]; banks: BankRecord[] };
}

export interface Timeline {
    schema: number;
    kinds: { key: string; text: string }[];
    processors: string[];
    chips: ChipRecord[];
    mesh?: {
        width: number;
        buckets: number[];
        cables: { from: number; channel: number; to: number; over: number[] }[];
    };
}

export interface MemoryBuffer {
    id: number;
    type: string;
    address: number;
    bytes: number;
    bytes_per_bank: number;
    page_bytes: number;
    layout: string;
    cores?: number[];
    made?: string; // where in the host program
    from: number;
    to: number | null;
}

export interface MemoryCb {
    indices: number[];
    cores: string;
    address: number;
    bytes: number;
    page_bytes: number;
    pages: number;
    format: string;
    globally_allocated: boolean;
    max_pages: number;
    reserve_waits: number;
    reserve_blocked_cycles: number;
    front_waits: number;
    front_blocked_cycles: number;
}

export interface MemoryLaunch {
    id: number;
    name: string;
    cores: string;
    kernel_bytes: number;
    cbs: MemoryCb[];
}

export interface MemoryChip {
    chip: number;
    l1_bytes: number;
    reserved_bytes: number;
    grid: { x: number; y: number };
    steps: { cycle: number; what: string; id: number }[];
    buffers: MemoryBuffer[];
    launches: MemoryLaunch[];
    cores: { x: number; y: number; high_water_bytes: number; high_water_step: number }[];
}

export interface Report {
    name: string;
    run: Run;
    timeline: Timeline | null;
    memory: { schema: number; chips: MemoryChip[] } | null;
}

export function read_report(): Report {
    const holder = document.getElementById("report-data");
    return JSON.parse(holder?.textContent ?? "") as Report;
}
