import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { nameOf, type Installed } from './lockfile.ts';

/** Licences that allow Easel to distribute a package, if Easel's notices contain the licence text. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

/** Copyright holders of MIT-licensed packages that contain no licence text. */
const MIT_WITHOUT_TEXT: Readonly<Record<string, string>> = { 'lazy-val': 'Vladimir Krivosheev' };

export type Shipped = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
};

/** Returns keytar and the npm packages that Vite has bundled, which renderer/vite.config.ts records. */
export const shippedNames = (root: string): readonly string[] => {
  const folder = path.join(root, 'out/bundled');
  const lists = readdirSync(folder).map((file) =>
    v.parse(v.array(v.string()), JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
  );
  return [...new Set([...lists.flat(), 'keytar'])].sort();
};

const mitText = (root: string, holder: string): string =>
  readFileSync(path.join(root, 'LICENSE'), 'utf8').replace(/^(Copyright \(c\)) .*$/mu, `$1 ${holder}`);

const licenceText = (folder: string): string => {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const own = files.find((file) => /^licen[cs]e/iu.test(file));
  if (own !== undefined) return readFileSync(path.join(folder, own), 'utf8').trim();
  const readme = files.find((file) => /^readme/iu.test(file));
  if (readme === undefined) return '';
  return (
    /^#+ *licen[cs]e\s+([^]*)/imu.exec(readFileSync(path.join(folder, readme), 'utf8'))?.[1]?.trim() ?? ''
  );
};

export const readShipped = (
  root: string,
  { lock }: Installed,
  names: readonly string[],
): { readonly shipped: readonly Shipped[]; readonly problems: readonly string[] } => {
  const shipped: Shipped[] = [];
  const problems: string[] = [];
  for (const where of names) {
    const name = nameOf(`node_modules/${where}`);
    const item = lock.packages[`node_modules/${where}`];
    if (item === undefined || item.dev) {
      problems.push(`${name} is ${item === undefined ? 'in no lockfile' : 'for developers only'}`);
      continue;
    }
    const { version = '', license = '' } = item;
    const holder = license === 'MIT' ? MIT_WITHOUT_TEXT[name] : undefined;
    const own = licenceText(path.join(root, 'node_modules', where));
    const text = own === '' && holder !== undefined ? mitText(root, holder) : own;
    if (!ALLOWED.includes(license)) problems.push(`${name} has the licence ${license || 'none'}`);
    if (text.length < 200) problems.push(`${name} comes without the text of its licence`);
    shipped.push({ name, version, license, text });
  }
  return { shipped, problems };
};

const LINE = '-'.repeat(80);

export const noticesText = (shipped: readonly Shipped[]): string =>
  [
    'Easel contains the following software. Electron, and Chromium inside it, have notices of their own beside this file.',
    '',
    ...shipped.map(({ name, version, license }) => `${`${name} ${version}`.padEnd(32)} ${license}`),
    ...shipped.flatMap(({ name, version, text }) => ['', LINE, `${name} ${version}`, LINE, '', text]),
    '',
  ].join('\n');
