/** Everything main may tell a page: one schema per event. Data only; the page answers with calls. */
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
import { updateState } from './updates.ts';

export const EVENTS = {
  'boards.changed': boardsState,
  /** How many boards an export has written, of how many. */
  'boards.exporting': c.object({ written: c.number, of: c.number }),
  /** What was learned of a connection's service has changed: "boards are in data.items". */
  'boards.shapeChanged': c.object({ connectionId: c.text, what: c.text }),
  'connections.changed': connectionsState,
  'keys.changed': connectionKeys,
  'keychain.changed': keychainStatus,
  'lock.changed': lockState,
  'previews.changed': previewState,
  /** No room has the keyboard any more: the page takes the focus, `step` panes on from this room, or (0) where it was. */
  'previews.focusBack': c.object({ previewId: c.text, step: v.picklist([-1, 0, 1]) }),
  /** A minute is left of a visit. */
  'previews.ending': c.object({ previewId: c.text }),
  /** A visit is over, however it ended. */
  'previews.left': visitReceipt,
  /** A secret on the clipboard: until when (epoch ms), or null once Easel has let go of it; `cleared`: it was still there. */
  'clipboard.changed': c.object({ clearsAt: c.maybeNumber, cleared: v.boolean() }),
  /** Papers have come, were deleted, or have other notes. */
  'papers.changed': c.object(c.ofConnection),
  'pictures.changed': picturesChanged,
  /** A job has come on, or was put away (`dismissed`). */
  'jobs.changed': c.object({ job, dismissed: v.boolean() }),
  /** A person dropped a file onto the window. */
  'files.dropped': droppedFile,
  /** The log has grown to so many entries. */
  'activity.changed': c.object({ entries: c.number }),
  'health.changed': healthState,
  'unresolved.changed': c.object({ connectionId: c.text, unresolved: c.list(unresolvedCreate) }),
  'updates.changed': updateState,
  /**
   * A menu item was chosen: the id of a command of the renderer's registry. `keys`: by these, such as `Mod+N`, which macOS
   * hands to the menu where neither page nor room took them.
   */
  'command.run': c.object({ commandId: c.text, keys: v.nullable(c.text) }),
};

export type Events = { readonly [E in keyof typeof EVENTS]: v.InferOutput<(typeof EVENTS)[E]> };
export type EventName = keyof Events;
