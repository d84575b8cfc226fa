// The map of one core's L1 with a slider over the steps of the run.
import type { MemoryChip } from "./data";
import { choice, el, folded, labelled, table } from "./dom";
import { bytes, core_name, grouped } from "./format";
import { blocks_at, largest_hole, used_bytes } from "./memory";
import type { State } from "./state";

const WORDS: Record<string, string> = {
    buffer_alloc: "buffer is allocated",
    buffer_free: "buffer is freed",
    launch: "launch begins",
    complete: "launch has completed",
};

const MOST_ROWS = 300;

function cbs_table(chip: MemoryChip): HTMLTableElement {
    const rows = chip.launches.flatMap((l) =>
        l.cbs.map((cb) => [
            l.name,
            `CB ${cb.indices.join(", ")}`,
            cb.cores,
            `${cb.pages} × ${grouped(cb.page_bytes)} B`,
            grouped(cb.max_pages),
            grouped(cb.reserve_waits),
            grouped(cb.reserve_blocked_cycles),
            grouped(cb.front_waits),
            grouped(cb.front_blocked_cycles),
        ]),
    );
    return table(
        "Cycles are summed over the cores of a buffer",
        [
            "launch",
            "buffer",
            "cores",
            "pages",
            "most in use",
            "waits for space",
            "cycles of them",
            "waits for data",
            "cycles of them",
        ],
        rows.slice(0, MOST_ROWS),
    );
}

export class L1Map {
    readonly root: HTMLElement;
    private readonly slider: HTMLInputElement;
    private readonly cores: HTMLSelectElement;
    private readonly output = el("output", { id: "l1-step" });
    private readonly bar = el("div", { class: "l1", id: "l1-map", role: "img" });
    private readonly list = el("div", {
        class: "scroll",
        tabindex: 0,
        role: "region",
        "aria-label": "L1 as a table",
    });

    constructor(
        private readonly chip: MemoryChip,
        private readonly state: State,
    ) {
        this.slider = el("input", {
            type: "range",
            id: "l1-slider",
            min: 0,
            step: 1,
            max: Math.max(0, chip.steps.length - 1),
            value: 0,
        });
        this.slider.addEventListener("input", () => this.update());
        const high = el(
            "button",
            { type: "button", click: () => this.to_high_water() },
            "high-water mark",
        );
        this.cores = choice(
            chip.cores.map((c): [string, string] => [core_name(c.x, c.y), core_name(c.x, c.y)]),
            "",
            (name) => this.state.core.set(chip.cores.find((c) => core_name(c.x, c.y) === name)!),
        );
        this.cores.id = "l1-core";
        this.root = el(
            "div",
            {},
            el(
                "div",
                { class: "tools" },
                labelled("Core", this.cores),
                el("label", {}, el("span", {}, "Step"), this.slider),
                high,
                this.output,
            ),
            this.bar,
            this.list,
            folded("Circular buffers of all launches as a table", () => cbs_table(chip)),
        );
        state.core.on(() => this.update());
        this.to_high_water();
    }

    private to_high_water(): void {
        const { x, y } = this.state.core.get();
        const core = this.chip.cores.find((c) => c.x === x && c.y === y);
        this.slider.value = String(core?.high_water_step ?? 0);
        this.update();
    }

    private update(): void {
        const { x, y } = this.state.core.get();
        this.cores.value = core_name(x, y);
        const at = Number(this.slider.value);
        const step = this.chip.steps[at];
        const blocks = blocks_at(this.chip, at, x, y);
        const used = used_bytes(blocks),
            whole = this.chip.l1_bytes;
        const when = step
            ? `step ${at + 1} of ${this.chip.steps.length}, cycle ${grouped(step.cycle)}: ` +
              `${WORDS[step.what] ?? step.what} (${step.id})`
            : "nothing was allocated";
        const sums = `${bytes(used)} of ${bytes(whole)} taken, largest hole ${bytes(largest_hole(blocks, whole))}`;
        this.output.textContent = `core ${core_name(x, y)}, ${when}; ${sums}`;
        this.slider.setAttribute("aria-valuetext", when);
        this.bar.setAttribute(
            "aria-label",
            `L1 of core ${core_name(x, y)}: ${sums}; the table has the blocks`,
        );
        this.bar.dataset["used"] = String(used);
        this.bar.dataset["core"] = core_name(x, y);
        this.bar.replaceChildren(
            ...blocks.map((b) =>
                el(
                    "div",
                    {
                        class: `block ${b.kind}`,
                        title: `${b.name}: ${grouped(b.from)} to ${grouped(b.to)}, ${b.note}`,
                        style:
                            `left:${(100 * b.from) / whole}%;width:${(100 * (b.to - b.from)) / whole}%;` +
                            `--used:${100 * Math.min(1, b.used)}%`,
                    },
                    el("span", {}, b.name),
                ),
            ),
        );
        this.list.replaceChildren(
            table(
                `L1 of core ${core_name(x, y)}`,
                ["block", "from", "to", "bytes", "what"],
                blocks.map((b) => [
                    b.name,
                    grouped(b.from),
                    grouped(b.to),
                    grouped(b.to - b.from),
                    b.note,
                ]),
            ),
        );
    }
}
