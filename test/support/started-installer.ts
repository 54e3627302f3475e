/** A stand-in for elevate.exe, through which the installer for Windows is started: writes down what it is started with. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { waitUntil } from './wait.ts';

export interface StartedInstaller {
  /** The installer's file and its arguments, once it was started. */
  readonly started: () => Promise<readonly string[]>;
  readonly wasStarted: () => boolean;
}

/** Puts it where a packaged Easel has its resources. */
export function standInForElevate(folder: string): StartedInstaller {
  const resources = path.join(folder, 'resources');
  const list = path.join(folder, 'started');
  mkdirSync(resources);
  const file = path.join(resources, 'elevate.exe');
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${list}.part' && mv '${list}.part' '${list}'\n`);
  chmodSync(file, 0o755);
  Object.assign(process, { resourcesPath: resources });
  return {
    wasStarted: () => existsSync(list),
    started: async () => {
      await waitUntil('the installer was started', () => Promise.resolve(existsSync(list)), 10_000);
      return readFileSync(list, 'utf8').trim().split('\n');
    },
  };
}
