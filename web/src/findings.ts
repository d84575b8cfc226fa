// Findings, faults and hints; what names a core and a cycle leads into the timeline.
import type { Finding, Hint, Place, Run } from "./data";
import { type Child, el, table } from "./dom";
import { core_name, file_name, grouped } from "./format";
import type { State } from "./state";

function where(place: Place): Child {
    return place.file
        ? el("code", { title: place.file }, `${file_name(place.file)}:${place.line ?? 0}`)
        : null;
}

// A button, where there is something to jump to.
function moment(place: Place, state: State | null): Child {
    const { core, processor, cycle } = place;
    if (!core || !processor || cycle === undefined) return null;
    const chip = place.device ?? 0;
    const text =
        `${chip > 0 ? `device ${chip} ` : ""}core ${core_name(core[0], core[1])} ${processor}, cycle ` +
        grouped(cycle);
    if (!state) return el("span", {}, text);
    return el(
        "button",
        {
            type: "button",
            class: "jump",
            title: "Show it in the timeline",
            click: () =>
                state.jump.set({ chip, core: { x: core[0], y: core[1] }, processor, cycle }),
        },
        text,
    );
}

function finding_of(f: Finding, state: State | null): HTMLElement {
    return el(
        "li",
        { class: `finding ${f.severity}`, "data-id": f.id },
        el("h3", {}, el("span", { class: "badge" }, f.severity), ` ${f.id} `, f.title),
        el(
            "dl",
            {},
            ...f.parties.flatMap((p) => [
                el("dt", {}, p.role),
                el("dd", {}, where(p), " ", el("code", {}, p.what), " ", moment(p, state)),
            ]),
            ...(f.because ? [el("dt", {}, "because"), el("dd", {}, f.because)] : []),
            el("dt", {}, "do"),
            el("dd", {}, f.do),
            ...(f.seen > 1 || f.cores > 1
                ? [
                      el("dt", {}, "seen"),
                      el("dd", {}, `${grouped(f.seen)} times, on ${f.cores} cores`),
                  ]
                : []),
            el("dt", {}, "page"),
            el("dd", {}, el("code", {}, `ironbird explain ${f.id}`)),
        ),
    );
}

// `state` is null when there is no timeline to jump into.
export function findings(run: Run, state: State | null): HTMLElement {
    const list = (run.findings ?? []).map((f) => finding_of(f, state));
    // A checked run also has a fault as a finding, which says the same and leads on.
    const told = (text: string): boolean => (run.findings ?? []).some((f) => text.includes(f.id));
    const alone = (run.faults ?? []).filter((f) => !told(f.text));
    const faults = alone.map((f) =>
        el(
            "li",
            { class: "finding error" },
            el("h3", {}, el("span", { class: "badge" }, "error"), ` ${f.slug}`),
            el("pre", { tabindex: 0 }, f.text),
        ),
    );
    const checked = run.checked
        ? `Checked: ${run.checked.split(",").join(", ")}.`
        : "Nothing was checked in this run; ironbird check PROGRAM looks for hazards.";
    return el(
        "div",
        {},
        el("p", {}, list.length + faults.length === 0 ? `No findings. ${checked}` : checked),
        el("ul", { class: "findings" }, ...faults, ...list),
    );
}

export function hints(list: Hint[]): HTMLElement {
    if (list.length === 0)
        return el("p", {}, "No hint: nothing stands out by two per cent of the run or more.");
    const place = (h: Hint): Node =>
        el("code", { title: h.file }, `${file_name(h.file)}:${h.line}`);
    const sums = table(
        "The dearest first; cycles of elapsed time, estimated on the worst core",
        ["hint", "cycles", "where", "processor", "what is so", "do"],
        list.map((h) => [
            h.title,
            grouped(h.cycles),
            place(h),
            h.processor + (h.cores > 1 ? `, ${h.cores} cores` : ""),
            h.detail,
            h.remedy,
        ]),
    );
    sums.id = "hint-table";
    return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Hints" }, sums);
}
