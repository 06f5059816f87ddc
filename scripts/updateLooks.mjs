// Stores new reference pictures and layouts of the main screens (tests/README.md, "Looks").
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const folder = "tests/e2e/looks";

build();
const { status } = spawnSync(
  process.execPath,
  ["node_modules/@playwright/test/cli.js", "test", "looks", "--retries=0", "--update-snapshots=all"],
  { stdio: "inherit", env: { ...process.env, CHROMIUM_PATH: await findChromium() } },
);
if (status !== 0) process.exit(status ?? 1);

// Reducing the colours to a palette makes the files three times smaller. The test tolerates the changed colours.
for (const name of readdirSync(folder).filter((file) => file.endsWith(".png"))) {
  const picture = await sharp(`${folder}/${name}`)
    .png({ palette: true, colours: 256, dither: 0, effort: 10 })
    .toBuffer();
  writeFileSync(`${folder}/${name}`, picture);
}
