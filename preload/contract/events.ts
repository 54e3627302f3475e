import * as v from 'valibot';
import { lockState } from './app.ts';
import { boardsState } from './boards.ts';
import * as c from './call.ts';
import { connectionsState, droppedFile } from './connections.ts';
import { job } from './jobs.ts';
import { connectionKeys, keychainStatus } from './keys.ts';
import { previewState, visitReceipt } from './papers.ts';
import { picturesChanged } from './pictures.ts';
import { healthState, unresolvedCreate } from './service.ts';
import { teamState } from './team.ts';
import { updateState } from './updates.ts';

export const EVENTS = {
  'boards.changed': boardsState,
  'boards.exporting': c.object({ written: c.number, of: c.number }),
  'boards.shapeChanged': c.object({ connectionId: c.text, what: c.text }),
  'connections.changed': connectionsState,
  'keys.changed': connectionKeys,
  'keys.due': c.object(c.ofConnection),
  'keychain.changed': keychainStatus,
  'lock.changed': lockState,
  'previews.changed': previewState,
  /** The focus leaves a live preview. `step`: to the next pane (1), the previous one (-1), or the last focus (0). */
  'previews.focusBack': c.object({ previewId: c.text, step: v.picklist([-1, 0, 1]) }),
  'previews.ending': c.object({ previewId: c.text }),
  'previews.left': visitReceipt,
  /** Clipboard change. `clearsAt`: time at which Easel clears the secret. `what`: absent unless the secret is a key. */
  'clipboard.changed': c.object({
    clearsAt: c.maybeTime,
    cleared: v.boolean(),
    what: v.exactOptional(v.literal('key')),
  }),
  'papers.changed': c.object(c.ofConnection),
  'pictures.changed': picturesChanged,
  'jobs.changed': c.object({ job, dismissed: v.boolean() }),
  'files.dropped': droppedFile,
  'files.saved': c.object({ fileName: c.text }),
  'activity.changed': c.object({ entries: c.number }),
  'health.changed': healthState,
  /** The service's clock minus this computer's, in ms. Sent at most once per start, if they differ by over 5 min. */
  'health.clockIsOff': c.object({ aheadMs: c.number }),
  'unresolved.changed': c.object({ connectionId: c.text, unresolved: c.list(unresolvedCreate) }),
  'team.changed': teamState,
  'team.plansChanged': c.object({}),
  'team.visitsChanged': c.object({}),
  'views.changed': c.object({ connectionId: c.text }),
  'updates.changed': updateState,
  /** The user chose a menu item. `keys`: the item's shortcut, if the user pressed it (macOS only); null for a click. */
  'command.run': c.object({ commandId: c.text, keys: v.nullable(c.text) }),
};

export type Events = { readonly [E in keyof typeof EVENTS]: v.InferOutput<(typeof EVENTS)[E]> };
export type EventName = keyof Events;
