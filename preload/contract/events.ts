/** Everything main may tell a page: one schema per event. Data only; the page answers with calls. */
import * as v from 'valibot';
import { lockState } from './app.ts';
import { boardExport, boardsState } from './boards.ts';
import { list, number, object, text } from './call.ts';
import { connectionsState } from './connections.ts';
import { job } from './jobs.ts';
import { connectionKeys, keychainStatus } from './keys.ts';
import { previewState } from './papers.ts';
import { healthState, unresolvedCreate } from './service.ts';

export const EVENTS = {
  'boards.changed': boardsState,
  'boards.exporting': boardExport,
  /** What was learned of a connection's service has changed: "boards are in data.items". */
  'boards.shapeChanged': object({ connectionId: text, what: text }),
  'connections.changed': connectionsState,
  'keys.changed': connectionKeys,
  'keychain.changed': keychainStatus,
  'lock.changed': lockState,
  'previews.changed': previewState,
  /** No room has the keyboard any more: the page takes the focus, `step` panes on from this room, or (0) where it was. */
  'previews.focusBack': object({ previewId: text, step: v.picklist([-1, 0, 1]) }),
  /** A job has come on, or was put away (`dismissed`). */
  'jobs.changed': object({ job, dismissed: v.boolean() }),
  /** The log has grown to so many entries. */
  'activity.changed': object({ entries: number }),
  'health.changed': healthState,
  'unresolved.changed': object({ connectionId: text, unresolved: list(unresolvedCreate) }),
  /**
   * A menu item was chosen: the id of a command of the renderer's registry. `keys`: by these, such as `Mod+N`, which macOS
   * hands to the menu where neither page nor room took them.
   */
  'command.run': object({ commandId: text, keys: v.nullable(text) }),
};

export type Events = { readonly [E in keyof typeof EVENTS]: v.InferOutput<(typeof EVENTS)[E]> };
export type EventName = keyof Events;
