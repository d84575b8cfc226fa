// The grid of cores as a table of buttons, coloured by what is asked for.
import type { ChipRecord, CoreRecord, MemoryChip, Timeline } from "./data";
import { choice, el, labelled } from "./dom";
import { bytes, core_name, grouped } from "./format";
import { heat } from "./heat";
import type { State } from "./state";
import { on_theme } from "./theme";
import { BUSY } from "./timeline/strips";

interface Value {
    raw: number; // cycles or bytes
    share: number; // 0 to 1
    text: string;
}
type Measure = (x: number, y: number) => Value | null;

function sum_over(core: CoreRecord, kinds: number[]): number {
    return core.lanes.reduce(
        (sum, lane) => sum + kinds.reduce((s, k) => s + (lane.by[k] ?? 0), 0),
        0,
    );
}

export class CoreMap {
    readonly root: HTMLElement;
    private readonly cells = new Map<string, HTMLButtonElement>();
    private readonly grid: { x: number; y: number };
    private measure = "use";

    constructor(
        private readonly chip: ChipRecord,
        private readonly timeline: Timeline,
        private readonly memory: MemoryChip | undefined,
        private readonly state: State,
    ) {
        this.grid = {
            x: Math.max(chip.grid.x, ...chip.cores.map((c) => c.x + 1)),
            y: Math.max(chip.grid.y, ...chip.cores.map((c) => c.y + 1)),
        };
        const select = choice(this.measures(), this.measure, (measure) => {
            this.measure = measure;
            this.update();
        });
        select.id = "core-measure";
        this.root = el(
            "div",
            {},
            el("div", { class: "tools" }, labelled("Show", select)),
            this.table(),
        );
        on_theme(() => this.update());
        state.core.on(() => this.mark());
        this.update();
        this.mark();
    }

    private measures(): [string, string][] {
        const stalls = this.timeline.kinds
            .map((k, i): [string, string] => [`kind:${i}`, `waits for ${k.text}`])
            .filter(
                (_, i) =>
                    i > BUSY &&
                    i < this.timeline.kinds.length - 1 &&
                    this.chip.cores.some((c) => sum_over(c, [i]) > 0),
            );
        return [
            ["use", "work of the busiest processor"],
            ["stalls", "all waits"],
            ...stalls,
            ...(this.memory ? [["l1", "L1 high-water mark"] as [string, string]] : []),
        ];
    }

    private measure_of(name: string): Measure {
        const at = (x: number, y: number): CoreRecord | undefined =>
            this.chip.cores.find((c) => c.x === x && c.y === y);
        if (name === "l1")
            return (x, y) => {
                const core = this.memory!.cores.find((c) => c.x === x && c.y === y);
                return core
                    ? {
                          raw: core.high_water_bytes,
                          share: core.high_water_bytes / this.memory!.l1_bytes,
                          text: bytes(core.high_water_bytes),
                      }
                    : null;
            };
        const all = this.chip.launches.reduce((sum, l) => sum + l.end - l.start, 0);
        if (name === "use")
            return (x, y) => {
                const core = at(x, y);
                if (!core) return null;
                const most = Math.max(0, ...core.lanes.map((l) => l.by[BUSY] ?? 0));
                return {
                    raw: most,
                    share: most / Math.max(1, all),
                    text: grouped(most) + " cycles",
                };
            };
        const last = this.timeline.kinds.length - 1;
        const every = this.timeline.kinds.map((_, i) => i).filter((i) => i >= BUSY);
        const kinds =
            name === "stalls"
                ? every.filter((i) => i > BUSY && i < last)
                : [Number(name.split(":")[1])];
        return (x, y) => {
            const core = at(x, y);
            if (!core) return null;
            const cycles = sum_over(core, kinds);
            return {
                raw: cycles,
                share: cycles / Math.max(1, sum_over(core, every)),
                text: grouped(cycles) + " cycles",
            };
        };
    }

    private table(): HTMLElement {
        const columns = [...Array(this.grid.x).keys()];
        const rows = [...Array(this.grid.y).keys()].map((y) =>
            el(
                "tr",
                {},
                el("th", { scope: "row" }, `y ${y}`),
                ...columns.map((x) => el("td", {}, this.cell(x, y))),
            ),
        );
        return el(
            "div",
            { class: "scroll", tabindex: -1 },
            el(
                "table",
                { class: "cores", id: "core-map" },
                el(
                    "caption",
                    {},
                    "Cores by logical place; a core that is chosen is shown in the L1 map",
                ),
                el(
                    "thead",
                    {},
                    el(
                        "tr",
                        {},
                        el("td", {}),
                        ...columns.map((x) => el("th", { scope: "col" }, `x ${x}`)),
                    ),
                ),
                el("tbody", {}, ...rows),
            ),
        );
    }
    private cell(x: number, y: number): HTMLElement {
        const cell = el("button", {
            type: "button",
            "data-core": core_name(x, y),
            tabindex: -1,
            click: () => this.state.core.set({ x, y }),
            keydown: (event: KeyboardEvent) => this.walk(event, x, y),
        });
        this.cells.set(core_name(x, y), cell);
        return cell;
    }
    // Arrows go from core to core; one of them is in the order of the Tab key.
    private walk(event: KeyboardEvent, x: number, y: number): void {
        const steps: Record<string, [number, number]> = {
            ArrowLeft: [-1, 0],
            ArrowRight: [1, 0],
            ArrowUp: [0, -1],
            ArrowDown: [0, 1],
        };
        const step = steps[event.key];
        const next = step && this.cells.get(core_name(x + step[0], y + step[1]));
        if (!next) return;
        event.preventDefault();
        next.focus();
        this.state.core.set({ x: x + step[0], y: y + step[1] });
    }

    private update(): void {
        const measure = this.measure_of(this.measure);
        for (let y = 0; y < this.grid.y; y++)
            for (let x = 0; x < this.grid.x; x++) {
                const cell = this.cells.get(core_name(x, y))!;
                const value = measure(x, y);
                const colours = heat(value?.share ?? 0);
                cell.style.background = value ? colours.back : "";
                cell.style.color = value ? colours.text : "";
                cell.textContent = value ? `${(100 * value.share).toFixed(0)} %` : "–";
                cell.title = `core ${core_name(x, y)}: ${value ? value.text : "took no part"}`;
                cell.setAttribute(
                    "aria-label",
                    `core ${core_name(x, y)}: ` +
                        (value
                            ? `${(100 * value.share).toFixed(1)} %, ${value.text}`
                            : "took no part"),
                );
                cell.dataset["value"] = value ? String(value.raw) : "";
            }
    }
    private mark(): void {
        const chosen = core_name(this.state.core.get().x, this.state.core.get().y);
        for (const [name, cell] of this.cells) {
            cell.setAttribute("aria-pressed", String(name === chosen));
            cell.tabIndex = name === chosen ? 0 : -1;
        }
    }
}
