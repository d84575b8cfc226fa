// Bundles the page's sources into one HTML file with a place for a run's data.
// usage: node bundle.mjs MODULES OUTPUT, MODULES being the folder that npm filled.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [modules, output] = process.argv.slice(2).map((p) => path.resolve(p));
const here = path.dirname(fileURLToPath(import.meta.url));
const esbuild = createRequire(path.join(modules, "x.js"))("esbuild");

const built = await esbuild.build({
    entryPoints: [path.join(here, "src/main.ts")],
    bundle: true,
    minify: true,
    write: false,
    outdir: "out",
    target: ["es2022"],
    format: "iife",
    legalComments: "none",
    charset: "ascii",
    nodePaths: [modules],
    tsconfigRaw: { compilerOptions: { strict: true, useDefineForClassFields: true } },
});
const text = (ending) => built.outputFiles.find((f) => f.path.endsWith(ending)).text;

// Text between tags must not end them.
const script = text(".js").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const licence = readFileSync(path.join(modules, "uplot/LICENSE"), "utf8");
const escaped = `uPlot\n${licence}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const page = readFileSync(path.join(here, "template.html"), "utf8")
    .replace("@STYLE@", () => text(".css"))
    .replace("@LICENCES@", () => escaped)
    .replace("@SCRIPT@", () => script);
writeFileSync(`${output}.new`, page);
renameSync(`${output}.new`, output);
