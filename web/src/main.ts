// Puts the page together from what the run has left.
import { bank_map } from "./banks";
import { CoreMap } from "./cores";
import { read_report, type Report } from "./data";
import { choice, el, labelled, section } from "./dom";
import { findings, hints } from "./findings";
import { L1Map } from "./l1";
import { LinkMap } from "./links";
import { mesh_view } from "./mesh";
import { about, overview } from "./overview";
import { roofline } from "./roofline";
import { type Core, type Jump, State } from "./state";
import { theme_switch } from "./theme";
import { TimelineView } from "./timeline/view";
import "../style.css";

// For measurements and tests: the timeline that is shown.
declare global {
    interface Window {
        ironbird_view: TimelineView | null;
    }
}

const RECORD = "ironbird run --profile PROGRAM records it.";

// `recorded`: it would have been, had there been anything.
function missing(what: string, recorded = false): HTMLElement {
    const why = recorded ? "Nothing was launched." : RECORD;
    return el("p", { class: "missing" }, `${what} is not in this run. ${why}`);
}

interface ChipPage {
    sections: HTMLElement[];
    view: TimelineView | null;
    first: Core;
}

// The sections that are about one chip.
function chip_page(report: Report, state: State): ChipPage {
    const { timeline, memory, run } = report;
    const number = state.chip.get();
    const chip = timeline?.chips.find((c) => c.chip === number);
    const l1 = memory?.chips.find((c) => c.chip === number);
    const { x, y } = chip?.cores[0] ?? l1?.cores[0] ?? { x: 0, y: 0 };
    state.core.set({ x, y });
    const view =
        timeline && chip && chip.cores.length > 0
            ? new TimelineView(chip, timeline, run.findings ?? [], state)
            : null;
    const moved = chip && chip.traffic.links.length > 0;
    const no_traffic = (): HTMLElement =>
        chip
            ? el("p", {}, "No link carried anything that the network model counts.")
            : missing("Traffic over time", timeline !== null);
    return {
        view,
        first: { x, y },
        sections: [
            section(
                "timeline",
                "Timeline",
                view ? view.root : missing("A timeline", timeline !== null),
            ),
            section(
                "cores",
                "Cores",
                timeline && chip
                    ? new CoreMap(chip, timeline, l1, state).root
                    : missing("What each core did", timeline !== null),
            ),
            section("links", "NoC links", moved ? new LinkMap(chip).root : no_traffic()),
            section(
                "banks",
                "DRAM banks",
                chip && chip.traffic.banks.length > 0 ? bank_map(chip) : no_traffic(),
            ),
            section("l1", "L1", l1 ? new L1Map(l1, state).root : missing("What lies in L1")),
        ],
    };
}

// Each chip's sections are made when it is first chosen; returns what jumps into the chosen one.
function chip_switch(report: Report, state: State, place: HTMLElement): (jump: Jump) => void {
    const made = new Map<number, ChipPage>();
    const turn = (): void => {
        const number = state.chip.get();
        const page = made.get(number) ?? chip_page(report, state);
        made.set(number, page);
        place.replaceChildren(...page.sections);
        state.core.set(page.first);
        window.ironbird_view = page.view;
    };
    turn();
    state.chip.on(turn);
    return (jump) => made.get(jump.chip)?.view?.jump(jump);
}

function chip_choice(report: Report, state: State): HTMLElement | null {
    const chips = report.timeline?.chips ?? report.memory?.chips ?? [];
    if (chips.length < 2) return null;
    const select = choice(
        chips.map((c) => [String(c.chip), `chip ${c.chip}`]),
        String(state.chip.get()),
        (chip) => state.chip.set(Number(chip)),
    );
    select.id = "chip";
    state.chip.on((chip) => {
        select.value = String(chip);
    });
    return labelled("Chip", select);
}

function show(report: Report): void {
    const { run, timeline } = report;
    const state = new State(timeline?.chips[0]?.chip ?? report.memory?.chips[0]?.chip ?? 0);
    const chip_place = el("div");
    const clock =
        timeline?.chips[0]?.clock_mhz ?? (run.cycles ?? 0) / ((run.seconds ?? 0) * 1e6 || 1);
    const mesh = mesh_view(report);
    const sections: [string, string][] = [
        ["overview", "Overview"],
        ...(mesh ? [["mesh", "Mesh"] as [string, string]] : []),
        ["findings", "Findings"],
        ["hints", "Hints"],
        ["timeline", "Timeline"],
        ["cores", "Cores"],
        ["links", "NoC links"],
        ["banks", "DRAM banks"],
        ["l1", "L1"],
        ["roofline", "Roofline"],
        ["about", "About"],
    ];
    document.title = `${report.name} – Ironbird`;
    document
        .getElementById("page")!
        .replaceChildren(
            el(
                "header",
                {},
                el("h1", {}, "Ironbird ", el("small", {}, `run ${report.name}`)),
                el(
                    "nav",
                    { "aria-label": "Sections" },
                    ...sections.map(([id, name]) => el("a", { href: `#${id}` }, name)),
                ),
                el("div", { class: "tools" }, chip_choice(report, state), theme_switch()),
            ),
            el(
                "main",
                { id: "main", tabindex: -1 },
                section("overview", "Overview", overview(report)),
                mesh ? section("mesh", "Mesh", mesh) : null,
                section("findings", "Findings", findings(run, timeline ? state : null)),
                section(
                    "hints",
                    "Hints",
                    run.profile ? hints(run.profile.hints) : missing("What could be faster"),
                ),
                chip_place,
                section(
                    "roofline",
                    "Roofline",
                    run.profile ? roofline(run, clock) : missing("What programs computed"),
                ),
                section("about", "About", about(report)),
            ),
        );
    const jump_to = chip_switch(report, state, chip_place);
    state.jump.on((jump) => {
        if (!jump) return;
        if (jump.chip !== state.chip.get()) state.chip.set(jump.chip);
        document.getElementById("timeline")!.scrollIntoView();
        jump_to(jump);
        state.core.set(jump.core);
    });
    document.documentElement.dataset["ready"] = performance.now().toFixed(0);
}

show(read_report());
