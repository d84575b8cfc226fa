// How long a page takes to open, and its pictures while it is scrolled, moved and zoomed.
// usage: node speed.mjs PAGE...
import { statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, find_browser, Page } from "./cdp.mjs";

// Sixty pictures of one kind of move: milliseconds of painting, and between two of them.
const MOVES = {
    zoom: "v.zoom(i < 30 ? 0.85 : 1 / 0.85)",
    move: "v.move(i < 30 ? 0.05 : -0.05)",
    scroll: "v.root.querySelector('.frame').scrollTop = i * 40",
};
const measure = (act) => `(async () => {
    const v = window.ironbird_view;
    if (!v) return null;
    document.getElementById("timeline").scrollIntoView();
    const next = () => new Promise((done) => requestAnimationFrame(done));
    const between = [];
    let last = await next();
    for (let i = 0; i < 60; i++) {
        ${act};
        const now = await next();
        between.push(now - last);
        last = now;
    }
    const sorted = (list) => [...list].sort((a, b) => a - b);
    const paint = sorted(v.frames.slice(-60)), gaps = sorted(between);
    const at = (list, share) => Number(list[Math.floor((list.length - 1) * share)].toFixed(1));
    return { paint: at(paint, 0.5), paint_p95: at(paint, 0.95), frame: at(gaps, 0.5), frame_p95: at(gaps, 0.95) };
})()`;

const browser = new Browser(find_browser());
try {
    for (const file of process.argv.slice(2)) {
        const begin = performance.now();
        const page = await Page.open(browser, pathToFileURL(path.resolve(file)).href);
        const opened = performance.now() - begin;
        const ready = Number(await page.value("document.documentElement.dataset.ready"));
        const result = {
            page: path.basename(file),
            bytes: statSync(file).size,
            opened_ms: Math.round(opened),
            ready_ms: ready,
        };
        for (const height of ["14", "5"]) {
            await page
                .value(
                    `{const s = document.getElementById("timeline-height"); s.value = "${height}";
                s.dispatchEvent(new Event("change"))}`,
                )
                .catch(() => {});
            for (const [name, act] of Object.entries(MOVES))
                result[`${name}_${height}px`] = await page.value(measure(act));
        }
        console.log(JSON.stringify(result, null, 1));
        if (page.errors.length > 0) console.log(page.errors);
    }
} finally {
    await browser.close();
}
