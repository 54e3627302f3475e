/** Implements the calls about previews and join links. */
import { cleanLine } from '../lib/wording/clean.ts';
import { ok } from '../../preload/contract/failure.ts';
import { endOf, unlogged } from '../activity/entries.ts';
import type { CallsOf } from '../lib/implementation.ts';
import type { MadeLinks } from '../papers/tokens/made-links.ts';
import type { Previews } from './previews.ts';

export function linkCalls(links: MadeLinks): CallsOf<'links'> {
  return {
    copy: { run: (args) => links.copy(args), log: unlogged },
    qrCode: { run: (args) => links.qrCode(args), log: unlogged },
    close: { run: (args) => ok(links.close(args)), log: unlogged },
  };
}

export function previewCalls(previews: Previews): CallsOf<'previews'> {
  return {
    open: {
      run: (args) => previews.open(args),
      log: ({ connectionId, target, displayName, reason, minutes }, result) => ({
        connectionId,
        action: 'visit-begun',
        target: target.id,
        ...endOf(result, `As ${cleanLine(displayName)}, for ${minutes} min`),
        reason,
      }),
    },
    liftShield: {
      ask: (args) => previews.shieldQuestion(args),
      run: (args, answered) => previews.liftShield(args, answered),
      // The visit logs it.
      log: unlogged,
    },
    raiseShield: { run: (args) => ok(previews.raiseShield(args)), log: unlogged },
    capture: { run: (args) => previews.capture(args), log: unlogged },
    focus: { run: (args) => ok(previews.focus(args)) },
    close: { run: (args) => previews.close(args), log: unlogged },
    copyLink: {
      run: (args) => previews.copyLink(args),
      log: ({ connectionId, identifier, displayName }, result) => ({
        connectionId,
        action: 'links-made',
        target: identifier,
        ...endOf(result, cleanLine(displayName) === '' ? 'Without a name' : `For ${cleanLine(displayName)}`),
      }),
    },
  };
}
