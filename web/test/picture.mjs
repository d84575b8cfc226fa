// Pictures of a page's sections, for the documentation.
// usage: node picture.mjs PAGE OUTPUT.png FIRST_SECTION LAST_SECTION [light|dark] [EXPRESSION]
import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, find_browser, Page } from "./cdp.mjs";

const [file, output, first, last, theme = "light", expression = ""] = process.argv.slice(2);
const browser = new Browser(find_browser());
try {
    const size = { width: 1100, height: 900, dark: theme === "dark" };
    const page = await Page.open(browser, pathToFileURL(path.resolve(file)).href, size);
    if (expression) await page.value(expression);
    await page.frame();
    const box = await page.value(`(() => {
        window.scrollTo(0, 0);
        document.querySelector("header").style.position = "static";
        const top = document.querySelector("${first}").getBoundingClientRect().top;
        const bottom = document.querySelector("${last}").getBoundingClientRect().bottom;
        return { x: 0, y: top + scrollY, width: innerWidth, height: bottom - top };
    })()`);
    writeFileSync(output, await page.picture(box));
} finally {
    await browser.close();
}
