// The page of a run in a browser: loads from disk, shows the records' numbers, obeys mouse and keys.
// usage: node page_test.mjs PAGE FOLDER, FOLDER holding the JSON that PAGE was made of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, find_browser, Page } from "./cdp.mjs";

const [file, folder] = process.argv.slice(2);
const record = (name) => {
    try {
        return JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8"));
    } catch {
        return null;
    }
};
const run = record("run"),
    timeline = record("timeline"),
    memory = record("memory");
const chip = timeline?.chips.find((c) => c.cores.length > 0), // where anything was launched
    l1 = memory?.chips[0];
const moved = (chip?.traffic.links.length ?? 0) > 0;

async function lanes(page) {
    await page.frame();
    const { from, to, cursor, lane } = await page.value(
        "({...document.getElementById('timeline-lanes').dataset})",
    );
    return { from: Number(from), to: Number(to), cursor: Number(cursor), lane };
}
const focus = (page, id) => page.value(`document.getElementById("${id}").focus()`);
const slide = (page, id, to) =>
    page.value(`{const s = document.getElementById("${id}"); s.value = ${to};
    s.dispatchEvent(new Event("input", {bubbles: true}))}`);
const choose = (page, id, to) =>
    page.value(`{const s = document.getElementById("${id}"); s.value = "${to}";
    s.dispatchEvent(new Event("change", {bubbles: true}))}`);
const press = (page, label) =>
    page.value(`document.querySelector('[aria-label="${label}"]').click()`);

const TESTS = {
    async everything_is_there(page) {
        for (const id of [
            "overview",
            "findings",
            "hints",
            "timeline",
            "cores",
            "links",
            "banks",
            "l1",
            "roofline",
            "about",
        ])
            assert.equal(
                await page.value(`document.querySelectorAll("section#${id} h2").length`),
                1,
                id,
            );
        const missing = await page.value(
            "[...document.querySelectorAll('.missing')].map((p) => p.textContent)",
        );
        if (chip)
            assert.ok(!missing.some((text) => text.startsWith("A timeline")), String(missing));
        else
            assert.ok(
                missing.every((text) => text.includes("ironbird run --profile")) &&
                    missing.length > 2,
            );
        assert.ok(
            await page.value("document.querySelector('footer pre').textContent.includes('uPlot')"),
        );
    },
    async the_first_tab_skips_to_the_report(page) {
        await page.key("Tab");
        assert.equal(await page.value("document.activeElement.className"), "skip");
        await page.key("Enter");
        assert.equal(await page.value("document.activeElement.id"), "main");
    },
    async focus_is_visible(page) {
        if (!chip) return;
        await focus(page, "timeline-rows");
        await page.key("Tab");
        await page.key("Tab"); // the height, then the lanes
        assert.equal(await page.value("document.activeElement.id"), "timeline-lanes");
        assert.notEqual(
            await page.value("getComputedStyle(document.activeElement).outlineStyle"),
            "none",
        );
    },
    async keys_zoom_and_move(page) {
        if (!chip) return;
        await focus(page, "timeline-lanes");
        await page.key("0");
        const whole = await lanes(page);
        assert.equal(whole.from, chip.begin);
        await page.key("+");
        await page.key("+");
        const near = await lanes(page);
        assert.ok(
            Math.abs((near.to - near.from) * 4 - (whole.to - whole.from)) <= 8,
            JSON.stringify(near),
        );
        await page.key("ArrowRight", { shift: true });
        const moved_on = await lanes(page);
        assert.ok(moved_on.from > near.from || near.to === whole.to);
        await page.key("ArrowDown");
        assert.notEqual((await lanes(page)).lane, whole.lane);
        const before = (await lanes(page)).cursor;
        await page.key("ArrowRight");
        assert.ok((await lanes(page)).cursor > before);
        assert.match(
            await page.value("document.getElementById('timeline-status').textContent"),
            /cycles|nothing/,
        );
        await page.key("-");
        await page.key("Home");
        assert.deepEqual(
            { ...(await lanes(page)), cursor: 0, lane: "" },
            { ...whole, cursor: 0, lane: "" },
        );
    },
    async mouse_and_buttons_zoom_and_move(page) {
        if (!chip) return;
        await press(page, "Show the whole run");
        const whole = await lanes(page);
        await press(page, "Zoom in");
        assert.ok((await lanes(page)).to - (await lanes(page)).from < whole.to - whole.from);
        const box =
            await page.value(`{const e = document.querySelector("#timeline-lanes canvas:last-child");
            e.scrollIntoView({block: "center"}); const b = e.getBoundingClientRect(); ({x: b.x, y: b.y, w: b.width})}`);
        const before = await lanes(page);
        await page.mouse("mouseWheel", box.x + box.w / 2, box.y + 30, {
            deltaX: 0,
            deltaY: -120,
            modifiers: 2,
        });
        await page.until(`Number(document.getElementById("timeline-lanes").dataset.to) !== ${before.to} ||
            Number(document.getElementById("timeline-lanes").dataset.from) !== ${before.from}`);
        const near = await lanes(page);
        assert.ok(near.to - near.from < before.to - before.from);
        await page.mouse("mousePressed", box.x + 300, box.y + 30, {
            button: "left",
            clickCount: 1,
        });
        for (const x of [290, 250, 200])
            await page.mouse("mouseMoved", box.x + x, box.y + 30, { button: "left", buttons: 1 });
        await page.mouse("mouseReleased", box.x + 200, box.y + 30, {
            button: "left",
            clickCount: 1,
        });
        const dragged = await lanes(page);
        assert.ok(
            dragged.from > near.from || dragged.to === whole.to,
            `${near.from} ${dragged.from}`,
        );
        await press(page, "Show the whole run");
    },
    async lane_table_matches(page) {
        if (!chip) return;
        await page.value(`[...document.querySelectorAll("#timeline details")].find((d) =>
            d.textContent.includes("All processors")).open = true`);
        await page.until(`document.querySelector("#timeline details table")`);
        const first = await page.value(
            `[...document.querySelectorAll("#timeline table tbody tr")][0].textContent`,
        );
        const lane = chip.cores[0].lanes[0];
        const busy = String(lane.by[1]).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
        assert.ok(first.includes(busy), `${first} has ${busy}`);
    },
    async core_map_matches(page) {
        if (!chip) return;
        for (const kind of [1, 6]) {
            const known = await page.value(
                `[...document.getElementById("core-measure").options].map((o) => o.value)`,
            );
            const name = kind === 1 ? "use" : `kind:${kind}`;
            if (!known.includes(name)) continue;
            await choose(page, "core-measure", name);
            for (const core of chip.cores.slice(0, 20)) {
                const cycles = core.lanes.map((l) => l.by[kind]);
                const expected =
                    kind === 1 ? Math.max(...cycles) : cycles.reduce((a, b) => a + b, 0);
                assert.equal(
                    Number(
                        await page.value(`document.querySelector(
                    '[data-core="(${core.x},${core.y})"]').dataset.value`),
                    ),
                    expected,
                );
            }
        }
        if (!l1) return;
        await choose(page, "core-measure", "l1");
        assert.equal(
            Number(
                await page.value(`document.querySelector(
            '[data-core="(${l1.cores[0].x},${l1.cores[0].y})"]').dataset.value`),
            ),
            l1.cores[0].high_water_bytes,
        );
    },
    async keys_walk_over_cores(page) {
        if (!chip || chip.grid.x < 2) return;
        await page.value(`document.querySelector('[data-core="(0,0)"]').click()`);
        await page.value(`document.querySelector('[data-core="(0,0)"]').focus()`);
        await page.key("ArrowRight");
        assert.equal(await page.value("document.activeElement.dataset.core"), "(1,0)");
        assert.equal(
            await page.value("document.activeElement.getAttribute('aria-pressed')"),
            "true",
        );
    },
    async link_map_matches_at_every_time(page) {
        if (!moved) return;
        const { links, buckets } = chip.traffic;
        const noc = links[0].noc;
        await choose(page, "link-noc", noc);
        const shown = () =>
            page.value(`Object.fromEntries([...document.querySelectorAll("#link-map [data-link]")]
            .map((e) => [e.dataset.link, Number(e.dataset.bytes)]))`);
        const name = (l) => `${l.noc},${l.x},${l.y},${l.way}`;
        const here = links.filter((l) => l.noc === noc);
        for (const at of [-1, 0, buckets.length >> 1, buckets.length - 1]) {
            await slide(page, "link-slider", at);
            const values = await shown();
            assert.equal(Object.keys(values).length, here.length);
            for (const link of here) {
                const place = link.over.findIndex((v, i) => i % 2 === 0 && v === at);
                const expected = at < 0 ? link.bytes : place < 0 ? 0 : link.over[place + 1];
                assert.equal(values[name(link)], expected, `${name(link)} at ${at}`);
            }
        }
        const colours =
            await page.value(`new Set([...document.querySelectorAll("#link-map [data-link]")]
            .map((e) => e.getAttribute("fill"))).size`);
        assert.ok(colours >= 1);
        await focus(page, "link-slider");
        await page.key("ArrowLeft");
        const text = await page.value("document.getElementById('link-time').textContent");
        assert.match(text, buckets.length > 1 ? /^cycles/ : /./);
    },
    async link_history_adds_up() {
        if (!moved) return;
        for (const link of chip.traffic.links)
            assert.equal(
                link.over.reduce((s, v, i) => (i % 2 ? s + v : s), 0),
                link.bytes,
            );
        const device = run.devices?.[0];
        if (!device) return;
        assert.deepEqual(
            chip.traffic.links.map((l) => [l.noc, l.x, l.y, l.way, l.bytes, l.busy]),
            device.links,
        );
        assert.deepEqual(
            chip.traffic.banks.map((b) => [b.read_bytes, b.written_bytes, b.busy]),
            device.banks,
        );
    },
    async the_mesh_shows_every_link_at_every_time(page) {
        if (!run.mesh) return;
        const times = timeline?.mesh;
        const expected = (at) => {
            const sums = {};
            const add = (from, to, bytes) => {
                sums[`${from}-${to}`] = (sums[`${from}-${to}`] ?? 0) + bytes;
            };
            for (const device of run.devices)
                for (const cable of device.cables)
                    add(device.device, cable.to, at < 0 ? cable.bytes : 0);
            if (at >= 0)
                for (const cable of times.cables) {
                    const place = cable.over.findIndex((v, i) => i % 2 === 0 && v === at);
                    add(cable.from, cable.to, place < 0 ? 0 : cable.over[place + 1]);
                }
            return sums;
        };
        const shown = () =>
            page.value(`Object.fromEntries([...document.querySelectorAll("#mesh-map [data-joint]")]
            .map((e) => [e.dataset.joint, Number(e.dataset.bytes)]))`);
        assert.equal(
            await page.value("document.querySelectorAll('#mesh-map .chip').length"),
            run.mesh.devices.length,
        );
        assert.deepEqual(await shown(), expected(-1));
        const last = (times?.buckets.length ?? 0) - 1;
        for (const at of last < 0 ? [] : [0, last >> 1, last, -1]) {
            await slide(page, "mesh-slider", at);
            assert.deepEqual(await shown(), expected(at), `at ${at}`);
        }
        if (times)
            assert.ok(
                (await page.value("document.querySelectorAll('#mesh-chips .launch').length")) > 0,
            );
    },
    async cables_add_up() {
        if (!timeline?.mesh) return;
        const whole = new Map(
            (run.devices ?? []).flatMap((d) =>
                d.cables.map((c) => [`${d.device} ${c.channel} ${c.to}`, c.bytes]),
            ),
        );
        assert.equal(timeline.mesh.cables.length, whole.size);
        for (const cable of timeline.mesh.cables)
            assert.equal(
                cable.over.reduce((s, v, i) => (i % 2 ? s + v : s), 0),
                whole.get(`${cable.from} ${cable.channel} ${cable.to}`),
            );
    },
    async bank_map_matches(page) {
        if (!moved) return;
        const busy =
            await page.value(`[...document.querySelectorAll("#bank-map [data-bank]")].map((e) =>
            Number(e.dataset.busy))`);
        assert.deepEqual(
            busy,
            chip.traffic.banks.map((b) => b.busy),
        );
        assert.ok((await page.value("document.querySelectorAll('#banks canvas').length")) > 0);
    },
    async l1_slider_shows_each_step(page) {
        if (!l1 || l1.steps.length < 2) return;
        const fullest = l1.cores.reduce((a, b) =>
            b.high_water_bytes > a.high_water_bytes ? b : a,
        );
        await choose(page, "l1-core", `(${fullest.x},${fullest.y})`);
        const used = () => page.value("Number(document.getElementById('l1-map').dataset.used)");
        const seen = new Set();
        for (let step = 0; step < Math.min(l1.steps.length, 40); step++) {
            await slide(page, "l1-slider", step);
            seen.add(await used());
            const text = await page.value("document.getElementById('l1-step').textContent");
            assert.ok(text.includes(`step ${step + 1} of ${l1.steps.length}`), text);
        }
        await slide(page, "l1-slider", fullest.high_water_step);
        assert.equal(await used(), fullest.high_water_bytes);
        if (fullest.high_water_bytes > l1.reserved_bytes) assert.ok(seen.size > 1);
        await focus(page, "l1-slider");
        await page.key("Home");
        assert.match(
            await page.value("document.getElementById('l1-step').textContent"),
            /step 1 of/,
        );
    },
    async findings_lead_into_the_timeline(page) {
        const found = run.findings ?? [];
        const alone = (run.faults ?? []).filter((f) => !found.some((g) => f.text.includes(g.id)));
        assert.equal(
            await page.value("document.querySelectorAll('.finding').length"),
            found.length + alone.length,
        );
        const place = found.flatMap((f) => f.parties).find((p) => p.processor && p.core);
        if (!place || !chip) return;
        await page.value("document.querySelector('.jump').click()");
        const now = await lanes(page);
        assert.equal(now.lane, `(${place.core[0]},${place.core[1]}) ${place.processor}`);
        assert.equal(now.cursor, Math.min(place.cycle, chip.end));
        assert.ok(now.from <= now.cursor && now.cursor <= now.to);
        assert.equal(await page.value("document.activeElement.id"), "timeline-lanes");
    },
    async hints_name_line_and_cycles(page) {
        const hints = run.profile?.hints ?? [];
        if (hints.length === 0) return;
        const text = await page.value("document.getElementById('hint-table').textContent");
        for (const h of hints)
            assert.ok(text.includes(`${h.file.split("/").pop()}:${h.line}`), text);
    },
    async colours_change(page) {
        const back = () => page.value("getComputedStyle(document.body).backgroundColor");
        await choose(page, "theme", "light");
        const light = await back();
        await choose(page, "theme", "dark");
        assert.notEqual(await back(), light);
        await choose(page, "theme", "auto");
        await page.frame();
    },
    async another_chip(page) {
        if ((timeline?.chips.length ?? 0) < 2) return;
        await choose(page, "chip", timeline.chips[1].chip);
        assert.ok((await lanes(page)).to > 0);
        const core = timeline.chips[1].cores[0];
        await choose(page, "core-measure", "use");
        assert.equal(
            Number(
                await page.value(
                    `document.querySelector('[data-core="(${core.x},${core.y})"]').dataset.value`,
                ),
            ),
            Math.max(...core.lanes.map((l) => l.by[1])),
        );
        await choose(page, "chip", timeline.chips[0].chip);
    },
};

const browser = new Browser(find_browser());
let failed = 0;
try {
    const page = await Page.open(browser, pathToFileURL(path.resolve(file)).href);
    for (const [name, test] of Object.entries(TESTS)) {
        try {
            await test(page);
            assert.deepEqual(page.errors, []);
            console.log(`ok    ${name}`);
        } catch (error) {
            failed++;
            page.errors = [];
            console.log(`FAIL  ${name}\n${error.stack}`);
        }
    }
} finally {
    await browser.close();
}
process.exit(failed ? 1 : 0);
