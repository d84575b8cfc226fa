// Chips side by side as cables join them, coloured by how much of what they could carry they carried.
import type { Report, Timeline } from "./data";
import { choice, el, folded, labelled, refresh, svg, table } from "./dom";
import { bytes, grouped, percent } from "./format";
import { heat } from "./heat";
import { chip_rows } from "./mesh_time";
import { on_theme } from "./theme";

const STEP = 120, // from chip to chip, in the picture's units
    SIZE = 64, // of a chip
    BAR = 12; // of a link, one way

// All cables from one chip to another.
export interface Joint {
    from: number;
    to: number;
    cables: number;
    bytes: number;
    payload: number;
    busy: number;
    over: Map<number, number>; // by bucket
}

interface Place {
    row: number;
    column: number;
}

export function joints_of(report: Report): Joint[] {
    const found = new Map<string, Joint>();
    const joint = (from: number, to: number): Joint => {
        const key = `${from}-${to}`;
        const known = found.get(key) ?? {
            from,
            to,
            cables: 0,
            bytes: 0,
            payload: 0,
            busy: 0,
            over: new Map<number, number>(),
        };
        found.set(key, known);
        return known;
    };
    for (const device of report.run.devices ?? [])
        for (const cable of device.cables) {
            const known = joint(device.device, cable.to);
            known.cables++;
            known.bytes += cable.bytes;
            known.payload += cable.payload_bytes;
            known.busy += cable.busy_cycles;
        }
    for (const { from, to, over } of report.timeline?.mesh?.cables ?? [])
        for (let i = 0; i < over.length; i += 2) {
            const sums = joint(from, to).over;
            sums.set(over[i]!, (sums.get(over[i]!) ?? 0) + over[i + 1]!);
        }
    return [...found.values()];
}

// Where the bar of a link is: between neighbours, or at the edge for a cable that closes a row or column.
function bar_of(from: Place, to: Place): { x: number; y: number; width: number; height: number } {
    const x = from.column * STEP,
        y = from.row * STEP,
        gap = STEP - SIZE;
    const right = to.column - from.column,
        down = to.row - from.row;
    // Each way has a side of its own.
    const shift = (SIZE - 2 * BAR) / 3;
    if (down === 0) {
        const forwards = right === 1 || right < -1,
            inside = Math.abs(right) === 1;
        return {
            x: forwards ? x + SIZE : x - (inside ? gap : gap / 2),
            y: y + (forwards ? shift : 2 * shift + BAR),
            width: inside ? gap : gap / 2,
            height: BAR,
        };
    }
    const forwards = down === 1 || down < -1,
        inside = Math.abs(down) === 1;
    return {
        x: x + (forwards ? shift : 2 * shift + BAR),
        y: forwards ? y + SIZE : y - (inside ? gap : gap / 2),
        width: BAR,
        height: inside ? gap : gap / 2,
    };
}

interface Drawn {
    joint: Joint;
    shape: SVGElement;
    title: SVGElement;
}

class MeshMap {
    readonly root: HTMLElement;
    private at = -1; // bucket, -1: all of the run
    private scale = "busiest";
    private drawn: Drawn[] = [];
    private readonly output = el("output", { id: "mesh-time" });
    private readonly slider: HTMLInputElement;
    private readonly list: HTMLDetailsElement;
    private readonly times: Timeline["mesh"];
    private readonly rate: number;
    private readonly cycles: number;

    constructor(report: Report, joints: Joint[]) {
        const mesh = report.run.mesh!;
        this.times = report.timeline?.mesh;
        this.rate = mesh.bytes_per_cycle;
        this.cycles = Math.max(1, ...(report.run.devices ?? []).map((d) => d.cycles));
        this.slider = el("input", {
            type: "range",
            id: "mesh-slider",
            min: -1,
            max: (this.times?.buckets.length ?? 0) - 1,
            value: -1,
            step: 1,
        });
        this.slider.addEventListener("input", () => {
            this.at = Number(this.slider.value);
            this.update();
        });
        const scale = choice(
            [
                ["busiest", "the busiest link"],
                ["capacity", "what a link can carry"],
            ],
            this.scale,
            (chosen) => {
                this.scale = chosen;
                this.update();
            },
        );
        scale.id = "mesh-scale";
        this.list = folded("Links of this time as a table", () => this.table());
        this.root = el(
            "div",
            {},
            el(
                "div",
                { class: "tools" },
                labelled("Brightest", scale),
                this.times ? labelled("Time", this.slider) : null,
                this.output,
            ),
            el("div", { class: "scroll", tabindex: -1 }, this.picture(report, joints)),
            el(
                "p",
                { class: "keys" },
                "Each square is a chip; of the two bars between neighbours one is for each way: the " +
                    "upper leads right, the left one down. Bars at the edge are cables that close " +
                    "a row or column." +
                    (this.times
                        ? " Leftmost on the slider: the whole run."
                        : " Over time: ironbird run --profile."),
            ),
            this.list,
        );
        on_theme(() => this.update());
        this.update();
    }

    private picture(report: Report, joints: Joint[]): SVGElement {
        const mesh = report.run.mesh!;
        const places = new Map<number, Place>(
            mesh.devices.map((device, i) => [
                device,
                { row: Math.floor(i / mesh.columns), column: i % mesh.columns },
            ]),
        );
        const image = svg("svg", {
            viewBox: `-40 -40 ${mesh.columns * STEP + 24} ${mesh.rows * STEP + 24}`,
            class: "links mesh",
            id: "mesh-map",
            role: "img",
            "aria-label": "Links between chips; the table below has the numbers",
        });
        for (const joint of joints) {
            const [from, to] = [places.get(joint.from), places.get(joint.to)];
            if (!from || !to) continue;
            const title = svg("title");
            const shape = svg(
                "rect",
                { ...bar_of(from, to), "data-joint": `${joint.from}-${joint.to}` },
                title,
            );
            image.append(shape);
            this.drawn.push({ joint, shape, title });
        }
        for (const [device, { row, column }] of places) {
            const x = column * STEP,
                y = row * STEP;
            const record = report.run.devices?.find((d) => d.device === device);
            const text = (dy: number, what: string): SVGElement =>
                svg("text", { x: x + SIZE / 2, y: y + dy, class: "axis" }, what);
            image.append(
                svg("rect", { x, y, width: SIZE, height: SIZE, rx: 4, class: "chip" }),
                text(SIZE / 2 - 2, `chip ${device}`),
                text(SIZE / 2 + 13, record ? "" : "not open"),
            );
        }
        return image;
    }

    private value(joint: Joint): number {
        return this.at < 0 ? joint.bytes : (joint.over.get(this.at) ?? 0);
    }
    private share(joint: Joint): number {
        if (this.at < 0) return joint.busy / (this.cycles * Math.max(1, joint.cables));
        const can = this.times!.width * this.rate * Math.max(1, joint.cables);
        return this.value(joint) / can;
    }

    private update(): void {
        const most = Math.max(1e-9, ...this.drawn.map((d) => this.share(d.joint)));
        for (const { joint, shape, title } of this.drawn) {
            const share = this.share(joint);
            shape.setAttribute("fill", heat(this.scale === "busiest" ? share / most : share).back);
            shape.dataset["bytes"] = String(this.value(joint));
            title.textContent =
                `chip ${joint.from} to ${joint.to}, ${joint.cables} cables: ` +
                `${bytes(this.value(joint))}, busy ${percent(share, 1)} of the time`;
        }
        const start = (this.times?.buckets[this.at] ?? 0) * (this.times?.width ?? 0);
        const text =
            this.at < 0
                ? "whole run"
                : `cycles ${grouped(start)} to ${grouped(start + this.times!.width)}`;
        this.output.textContent = text;
        this.slider.setAttribute("aria-valuetext", text);
        refresh(this.list);
    }

    private table(): Node {
        const rows = this.drawn
            .map((d) => d.joint)
            .sort((a, b) => this.value(b) - this.value(a))
            .filter((j) => this.value(j) > 0)
            .map((j) => [
                `chip ${j.from} to ${j.to}`,
                j.cables,
                grouped(this.value(j)),
                this.at < 0 ? grouped(j.payload) : "",
                percent(this.share(j), 1),
            ]);
        return table(
            `Links, ${this.output.textContent}`,
            ["link", "cables", "bytes", "payload of packets", "busy"],
            rows,
        );
    }
}

// Nothing for a run on chips that no cable joins.
export function mesh_view(report: Report): HTMLElement | null {
    const mesh = report.run.mesh;
    if (!mesh) return null;
    const joints = joints_of(report);
    return el(
        "div",
        {},
        joints.length > 0
            ? new MeshMap(report, joints).root
            : el("p", {}, "No cable carried anything."),
        report.timeline ? chip_rows(report.timeline, mesh, joints) : null,
    );
}
