/** What the system does with an update: shows its verified file, has it installed, opens the address that it comes from. */
import path from 'node:path';
import { app, shell } from 'electron';
import { fail, ok } from '../../preload/contract/failure.ts';
import type { Env } from '../env.ts';
import type { Log } from '../log/log.ts';
import { failure } from '../wording/failure.ts';
import { WINDOWS_PUBLISHERS } from './release-identity.ts';
import type { HandOver } from './updates.ts';

interface HandOverOptions {
  readonly env: Pick<Env, 'platform' | 'isPackaged'>;
  /** Easel's own. */
  readonly userData: string;
  readonly log: Log;
  /** Asks, where jobs run or are held. */
  readonly mayClose: () => Promise<boolean>;
  /** Closes Easel, and ends it so. */
  readonly closeThen: (end: () => void) => void;
}

export function createHandOver({ env, userData, log, mayClose, closeThen }: HandOverOptions): HandOver {
  const { platform, isPackaged } = env;
  return {
    show: (file) => shell.showItemInFolder(file),
    open: (address) => shell.openExternal(address),
    install:
      platform === 'linux' || !isPackaged
        ? null
        : async (update) => {
            if (!(await mayClose())) return fail(failure('cancelled'));
            const { prepareInstaller } = await import('./installer.ts');
            const prepared = await prepareInstaller(update, {
              platform,
              installed: app.getVersion(),
              folder: path.join(userData, 'installing'),
              publishers: WINDOWS_PUBLISHERS,
              quit: () => app.quit(),
              log: log.scope('updates'),
            });
            if (!prepared.ok) return prepared;
            closeThen(prepared.value);
            return ok(null);
          },
  };
}
