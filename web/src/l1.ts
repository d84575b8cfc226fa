// The map of one core's L1 with a slider over the steps of the run.
import type { MemoryChip } from "./data";
import { el, table } from "./dom";
import { bytes, core_name, grouped } from "./format";
import { blocks_at, largest_hole, used_bytes } from "./memory";
import type { State } from "./state";

const WORDS: Record<string, string> = {
    buffer_alloc: "buffer is allocated", buffer_free: "buffer is freed",
    launch: "launch begins", complete: "launch has completed",
};

export class L1Map {
    readonly root: HTMLElement;
    private readonly slider: HTMLInputElement;
    private readonly output = el("output", { id: "l1-step" });
    private readonly bar = el("div", { class: "l1", id: "l1-map", role: "img" });
    private readonly list = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "L1 as a table" });

    constructor(private readonly chip: MemoryChip, private readonly state: State) {
        this.slider = el("input", { type: "range", id: "l1-slider", min: 0, step: 1,
            max: Math.max(0, chip.steps.length - 1), value: 0 });
        this.slider.addEventListener("input", () => this.update());
        const high = el("button", { type: "button", click: () => this.to_high_water() }, "high-water mark");
        this.root = el("div", {}, el("div", { class: "tools" },
            el("label", {}, el("span", {}, "Step"), this.slider), high, this.output), this.bar, this.list);
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
        const at = Number(this.slider.value);
        const step = this.chip.steps[at];
        const blocks = blocks_at(this.chip, at, x, y);
        const used = used_bytes(blocks), whole = this.chip.l1_bytes;
        const when = step ? `step ${at + 1} of ${this.chip.steps.length}, cycle ${grouped(step.cycle)}: ` +
            `${WORDS[step.what] ?? step.what} (${step.id})` : "nothing was allocated";
        const sums = `${bytes(used)} of ${bytes(whole)} taken, largest hole ${bytes(largest_hole(blocks, whole))}`;
        this.output.textContent = `core ${core_name(x, y)}, ${when}; ${sums}`;
        this.slider.setAttribute("aria-valuetext", when);
        this.bar.setAttribute("aria-label", `L1 of core ${core_name(x, y)}: ${sums}; the table has the blocks`);
        this.bar.dataset["used"] = String(used);
        this.bar.dataset["core"] = core_name(x, y);
        this.bar.replaceChildren(...blocks.map((b) => el("div", { class: `block ${b.kind}`,
            title: `${b.name}: ${grouped(b.from)} to ${grouped(b.to)}, ${b.note}`,
            style: `left:${100 * b.from / whole}%;width:${100 * (b.to - b.from) / whole}%;` +
                `--used:${100 * Math.min(1, b.used)}%` }, el("span", {}, b.name))));
        this.list.replaceChildren(table(`L1 of core ${core_name(x, y)}`, ["block", "from", "to", "bytes", "what"],
            blocks.map((b) => [b.name, grouped(b.from), grouped(b.to), grouped(b.to - b.from), b.note])));
    }
}
