// A headless Chromium spoken to through a pipe: just enough to open pages, evaluate and press keys.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const NAMES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export function find_browser() {
    return [process.env.CHROMIUM, ...NAMES].find((p) => p && existsSync(p));
}

export class Browser {
    constructor(program) {
        this.profile = mkdtempSync(path.join(tmpdir(), "ironbird-browser-"));
        this.process = spawn(
            program,
            [
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
                `--user-data-dir=${this.profile}`,
                "about:blank",
            ],
            { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
        );
        this.number = 0;
        this.waiting = new Map();
        this.listeners = [];
        let rest = Buffer.alloc(0);
        this.process.stdio[4].on("data", (bytes) => {
            rest = Buffer.concat([rest, bytes]);
            for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
                this.receive(JSON.parse(rest.subarray(0, end).toString()));
                rest = rest.subarray(end + 1);
            }
        });
    }
    receive(message) {
        const waits = this.waiting.get(message.id);
        if (!waits) return this.listeners.forEach((listener) => listener(message));
        this.waiting.delete(message.id);
        if (message.error) waits.fail(new Error(JSON.stringify(message.error)));
        else waits.done(message.result);
    }
    send(method, params = {}, sessionId = undefined) {
        const id = ++this.number;
        this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
        return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
    }
    async close() {
        const gone = new Promise((done) => this.process.once("exit", done));
        await this.send("Browser.close").catch(() => {});
        await gone;
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
    }
}

export class Page {
    constructor(browser, session) {
        this.browser = browser;
        this.session = session;
        this.errors = []; // of the console, uncaught ones, and whatever was asked from the network
        browser.listeners.push((m) => {
            if (m.sessionId !== session) return;
            if (m.method === "Runtime.exceptionThrown")
                this.errors.push(
                    m.params.exceptionDetails.exception?.description ??
                        m.params.exceptionDetails.text,
                );
            if (m.method === "Log.entryAdded" && m.params.entry.level === "error")
                this.errors.push(m.params.entry.text);
            if (m.method === "Runtime.consoleAPICalled" && m.params.type === "error")
                this.errors.push(JSON.stringify(m.params.args));
            if (
                m.method === "Network.requestWillBeSent" &&
                !/^(file|data|about):/.test(m.params.request.url)
            )
                this.errors.push(`asked for ${m.params.request.url}`);
        });
    }
    static async open(browser, url, { width = 1280, height = 900, dark = false } = {}) {
        const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await browser.send("Target.attachToTarget", {
            targetId,
            flatten: true,
        });
        const page = new Page(browser, sessionId);
        for (const domain of ["Page", "Runtime", "Log", "Network"])
            await page.send(`${domain}.enable`);
        await page.send("Emulation.setDeviceMetricsOverride", {
            width,
            height,
            deviceScaleFactor: 1,
            mobile: false,
        });
        await page.send("Emulation.setEmulatedMedia", {
            features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }],
        });
        await page.send("Page.navigate", { url });
        await page.until("document.documentElement.dataset.ready !== undefined");
        await page.frame();
        return page;
    }
    send(method, params) {
        return this.browser.send(method, params, this.session);
    }
    // The value of an expression in the page, promises awaited.
    async value(expression) {
        const answer = await this.send("Runtime.evaluate", {
            expression,
            returnByValue: true,
            awaitPromise: true,
        });
        if (answer.exceptionDetails)
            throw new Error(`${expression}: ${answer.exceptionDetails.exception?.description}`);
        return answer.result.value;
    }
    async until(expression, milliseconds = 30000) {
        for (const end = Date.now() + milliseconds; Date.now() < end;) {
            if (await this.value(expression).catch(() => false)) return;
            await new Promise((done) => setTimeout(done, 15));
        }
        throw new Error(`never true: ${expression}; errors: ${this.errors.join("; ")}`);
    }
    frame() {
        return this.value(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))",
        );
    }
    async key(key, { shift = false, code = key } = {}) {
        const text = key.length === 1 ? key : key === "Enter" ? "\r" : undefined;
        const codes = {
            Tab: 9,
            Enter: 13,
            ArrowLeft: 37,
            ArrowUp: 38,
            ArrowRight: 39,
            ArrowDown: 40,
            Home: 36,
            End: 35,
        };
        const common = {
            key,
            code,
            modifiers: shift ? 8 : 0,
            windowsVirtualKeyCode: codes[key] ?? 0,
        };
        await this.send("Input.dispatchKeyEvent", {
            type: text ? "keyDown" : "rawKeyDown",
            text,
            ...common,
        });
        await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
        await this.frame();
    }
    mouse(type, x, y, more = {}) {
        return this.send("Input.dispatchMouseEvent", { type, x, y, ...more });
    }
    async picture(clip = undefined) {
        const { data } = await this.send("Page.captureScreenshot", {
            format: "png",
            ...(clip ? { clip: { ...clip, scale: 1 }, captureBeyondViewport: true } : {}),
        });
        return Buffer.from(data, "base64");
    }
}
