/** `npm run screens`: takes screenshots of every screen, dialog and state. Results are in out/screens/. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../support/browser.ts';
import { PICTURED_LOOKS } from '../support/theme.ts';
import { endChildrenWithUs, ROOT } from './process.ts';
import { ensureSystem } from './setup.ts';
import { printStage, REPORTS, runSpecs, runStage } from './stages.ts';

const FOLDER = path.join(ROOT, 'out/screens');
const E2E = path.join(ROOT, 'test/e2e');

async function specsThatLook(): Promise<readonly string[]> {
  const names = (await readdir(E2E)).filter((name) => name.endsWith('.spec.ts'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(E2E, name), 'utf8')));
  // Adds the folder to each spec's name, because Playwright runs every spec whose path ends with a given name.
  return names
    .filter((_, at) => /lookerInBoth\(|pictureTaker\(/u.test(texts[at] ?? ''))
    .map((name) => `e2e/${name}`);
}

async function makeContactSheets(): Promise<void> {
  const files = (await readdir(FOLDER)).toSorted();
  const sheets = PICTURED_LOOKS.map((look) => {
    const end = `-${look}.png`;
    const figures = files
      .filter((file) => file.endsWith(end))
      .map((file) => `<a href="${file}"><img src="${file}" alt="">${path.basename(file, end)}</a>`);
    return `<section id="${look}"><h2>${look}: ${figures.length} pictures</h2><div>${figures.join('')}</div></section>`;
  });
  const page = path.join(FOLDER, 'contact-sheets.html');
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><title>Easel’s screens</title><style>
      body { width: 1900px; font: 12px sans-serif; background: #777; color: #fff }
      div { display: grid; grid-template-columns: repeat(6, 1fr); gap: 8px }
      img { display: block; width: 100% }
      a { color: inherit; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
    </style>${sheets.join('')}`,
  );
  const browser = await launchBrowser();
  const window = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await window.goto(pathToFileURL(page).href);
  for (const look of PICTURED_LOOKS)
    await window.locator(`#${look}`).screenshot({ path: path.join(FOLDER, `contact-sheet-${look}.png`) });
  await browser.close();
}

endChildrenWithUs();
await mkdir(REPORTS, { recursive: true });
await ensureSystem();
await rm(FOLDER, { recursive: true, force: true });
const built = await runStage('build');
if (built.failed > 0) process.exit(1);
const shown = await runSpecs(await specsThatLook(), { environment: { EASEL_SCREENS: FOLDER } });
printStage(shown);
await makeContactSheets();
console.log(`The pictures, and their contact sheets, are in ${path.relative(ROOT, FOLDER)}`);
process.exitCode = shown.failed > 0 ? 1 : 0;
