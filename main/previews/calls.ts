/** Live rooms and join links, as a page asks for them. */
import { ok } from '../../preload/contract/failure.ts';
import { endOf, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Previews } from './previews.ts';

export function previewCalls(previews: Previews): CallsOf<'previews'> {
  return {
    open: {
      run: (args) => previews.open(args),
      log: ({ connectionId, target, displayName, reason }, result) => ({
        connectionId,
        action: 'visit-begun',
        target: target.id,
        ...endOf(result, displayName.trim() === '' ? '' : `As ${displayName.trim()}`),
        reason,
      }),
    },
    focus: { run: (args) => ok(previews.focus(args)) },
    close: { run: (args) => ok(previews.close(args)), log: unlogged },
    copyLink: {
      run: (args) => previews.copyLink(args),
      log: ({ connectionId, identifier, displayName }, result) => ({
        connectionId,
        action: 'links-made',
        target: identifier,
        ...endOf(result, displayName.trim() === '' ? 'Without a name' : `For ${displayName.trim()}`),
      }),
    },
  };
}
