/** Live rooms and join links, as a page asks for them. */
import { ok } from '../../preload/contract/failure.ts';
import { endOf, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../ipc/implementation.ts';
import type { Previews } from './previews.ts';

export function previewCalls(previews: Previews): CallsOf<'previews'> {
  return {
    open: {
      run: ({ connectionId, target, displayName, reason }) =>
        previews.open(connectionId, target, displayName, reason),
      log: ({ connectionId, target, displayName, reason }, result) => ({
        connectionId,
        action: 'visit-begun',
        target: target.id,
        ...endOf(result, displayName.trim() === '' ? '' : `As ${displayName.trim()}`),
        reason,
      }),
    },
    focus: { run: ({ previewId, entering }) => ok(previews.focus(previewId, entering)) },
    close: { run: ({ previewId }) => ok(previews.close(previewId)), log: unlogged },
    copyLink: {
      run: ({ connectionId, identifier, displayName }) =>
        previews.copyLink(connectionId, identifier, displayName),
      log: ({ connectionId, identifier, displayName }, result) => ({
        connectionId,
        action: 'links-made',
        target: identifier,
        ...endOf(result, `For ${displayName.trim() === '' ? 'nobody by name' : displayName.trim()}`),
      }),
    },
  };
}
