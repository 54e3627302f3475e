import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import { familyOf } from '../shell/processes.ts';

export interface Secret {
  readonly name: string;
  readonly text: string;
}

export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Minimum length of a secret's encoded form. Shorter texts could match by chance. */
const SHORTEST = 12;

/** Returns all encoded forms of a secret. It has three base64 forms, depending on the secret's position in a text. */
export function formsOf(secret: string): ReadonlyMap<string, string> {
  const bytes = Buffer.from(secret);
  const reversed = [...secret].toReversed().join('');
  const forms = new Map([
    ['raw', secret],
    ['reversed', reversed],
    ['hex', bytes.toString('hex')],
    ['upper hex', bytes.toString('hex').toUpperCase()],
    ['URL-encoded', encodeURIComponent(secret)],
    ['JSON-escaped', JSON.stringify(secret).slice(1, -1)],
    ['UTF-16', Buffer.from(secret, 'utf16le').toString('latin1')],
    ['first half', secret.slice(0, Math.ceil(secret.length / 2))],
    ['second half', secret.slice(Math.floor(secret.length / 2))],
  ]);
  for (let shift = 0; shift < 3; shift += 1) {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // Omits the outer base64 characters, because they also encode bits of the surrounding text.
    const sure = shifted.slice(Math.ceil((shift * 8) / 6), -2);
    forms.set(`base64, shifted ${shift}`, sure);
    forms.set(`base64url, shifted ${shift}`, sure.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return new Map([...forms].filter(([, form]) => form.length >= SHORTEST));
}

/** Returns a line such as "API key (hex) in log easel.log" for each secret found in a place, in any encoding. */
export function findLeaks(secrets: readonly Secret[], places: readonly Place[]): readonly string[] {
  const leaks: string[] = [];
  for (const { name, text } of secrets) {
    for (const [form, needle] of formsOf(text)) {
      for (const place of places) {
        if (place.bytes.includes(needle, 0, 'latin1')) leaks.push(`${name} (${form}) in ${place.name}`);
      }
    }
  }
  return leaks;
}

/** Finds secrets in a page's markup, title and fields. Skips the `src` of webviews, which must contain a token. */
export async function leaksInPage(window: Page, secrets: readonly Secret[]): Promise<readonly string[]> {
  const shown = await window.evaluate(() => {
    const page = document.documentElement.cloneNode(true) as HTMLElement;
    for (const webview of page.querySelectorAll('webview')) webview.removeAttribute('src');
    const fields = [...document.querySelectorAll('input, select, textarea')];
    return [page.outerHTML, document.title, ...fields.map((field) => (field as HTMLInputElement).value)];
  });
  return findLeaks(secrets, [textPlace('the page', shown.join('\n'))]);
}

export function textPlace(name: string, text: string): Place {
  return { name, bytes: Buffer.from(text) };
}

export function filesBelow(folder: string): readonly Place[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const names = files.map((file) => path.join(file.parentPath, file.name));
  return [
    textPlace('the names of files', names.join('\n')),
    ...names.map((name) => ({ name: `file ${path.relative(folder, name)}`, bytes: readFileSync(name) })),
  ];
}

export const filesWith = (folder: string, key: string): readonly string[] =>
  findLeaks([{ name: 'the key', text: key }], filesBelow(folder));

/** Returns the arguments and environments of a process and its descendants, on Linux only. */
export function processPlaces(root: number): readonly Place[] {
  if (process.platform !== 'linux') return [];
  return [...familyOf(root)].flatMap((pid) =>
    (['cmdline', 'environ'] as const).map((part) => ({
      name: `${part} of process ${pid}`,
      bytes: readSafely(`/proc/${pid}/${part}`),
    })),
  );
}

function readSafely(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
