// Plays flows of @puppeteer/replay: one JSON flow per line on stdin, "ok" or the error per line on stdout.
// usage: node puppeteer_runner.mjs FOLDER BROWSER FLAGS; FOLDER has node_modules with @puppeteer/replay and puppeteer-core.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, executablePath, flags] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
const load = async name => import(pathToFileURL(require.resolve(name)).href);
const { createRunner, parse, PuppeteerRunnerExtension } = await load('@puppeteer/replay');
const puppeteer = (await load('puppeteer-core')).default;

const browser = await puppeteer.launch({ executablePath, headless: true, args: JSON.parse(flags) });

async function play(flow) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const runner = await createRunner(parse(flow), new PuppeteerRunnerExtension(browser, page, { timeout: 10000 }));
    await runner.run();
  } finally {
    await context.close();
  }
}

console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  try {
    await play(JSON.parse(line));
    console.log('ok');
  } catch (error) {
    console.log(String(error).replaceAll('\n', ' '));
  }
}
await browser.close();
