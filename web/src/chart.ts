// uPlot in the page's colours, as wide as its place.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { el } from "./dom";
import { colour, on_theme } from "./theme";

export const LINES = [
    "#4477aa",
    "#ee6677",
    "#228833",
    "#ccbb44",
    "#66ccee",
    "#aa3377",
    "#999933",
    "#cc6677",
    "#117733",
    "#882255",
    "#44aa99",
    "#ddaa33",
    "#5566cc",
    "#bb5566",
    "#6699cc",
    "#997700",
];

// `size`: pixels that its numbers need.
export function axis(label: string, size: number, values?: uPlot.Axis.DynamicValues): uPlot.Axis {
    return {
        label,
        stroke: () => colour("--text"),
        grid: { stroke: () => colour("--line"), width: 1 },
        ticks: { stroke: () => colour("--line"), width: 1 },
        ...(values ? { values } : {}),
        size,
        labelSize: 20,
        space: label === "cycle" ? 100 : 50,
    };
}

// `make` is asked again when the colours change.
export function chart(
    label: string,
    height: number,
    make: () => [Partial<uPlot.Options>, uPlot.AlignedData],
): HTMLElement {
    const place = el("div", { class: "chart", role: "img", "aria-label": label });
    let plot: uPlot | null = null;
    const build = (): void => {
        const [options, data] = make();
        plot?.destroy();
        plot = new uPlot(
            { width: Math.max(280, place.clientWidth), height, series: [], ...options },
            data,
            place,
        );
    };
    new ResizeObserver(() => {
        if (plot) plot.setSize({ width: Math.max(280, place.clientWidth), height });
        else build();
    }).observe(place);
    on_theme(() => {
        if (plot) build();
    });
    return place;
}
