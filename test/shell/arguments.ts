/** Parses the command line of the Chromium shell in the same way as Electron. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export type ShellArguments = {
  readonly requires: readonly string[];
  /** `process.argv` as an Electron app sees it: executable, `-r` files, switches, the app, then other arguments. */
  readonly argv: readonly string[];
  readonly switches: ReadonlyMap<string, string>;
  readonly app: string | undefined;
};

export function splitArguments(executable: string, given: readonly string[], cwd: string): ShellArguments {
  const requires: string[] = [];
  const switches = new Map<string, string>();
  let app: string | undefined;
  for (let index = 0; index < given.length; index++) {
    const argument = given[index] ?? '';
    if ((argument === '-r' || argument === '--require') && app === undefined) {
      requires.push(given[++index] ?? '');
    } else if (argument.startsWith('--')) {
      const [, name = '', value = ''] = /^--([^=]*)=?(.*)$/s.exec(argument) ?? [];
      switches.set(name, value);
    } else if (!argument.startsWith('-') && app === undefined) {
      app = path.resolve(cwd, argument);
    }
  }
  return { requires, argv: [executable, ...given], switches, app };
}

export type AppPackage = {
  readonly main: string;
  readonly name: string;
  readonly version: string;
};

export function readAppPackage(app: string): AppPackage {
  type Manifest = Partial<Record<'main' | 'productName' | 'name' | 'version', string>>;
  const manifest = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8')) as Manifest;
  const { main = 'index.js', name = 'Electron', productName = name, version = '0.0.0' } = manifest;
  return { main: path.join(app, main), name: productName, version };
}
