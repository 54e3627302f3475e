import type { RoomTarget } from '../../preload/contract/call.ts';
import type { PreviewGrant, PreviewState } from '../../preload/contract/papers.ts';
import type { Events } from '../../preload/contract/events.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import { failureOf, given } from './calls.ts';
import type { SliceContext } from './store.ts';

/** Main opens no more than this many rooms at a time. */
export const MOST_PREVIEWS = 4;

/** One open room, and what is needed to open it anew. */
export interface OpenPreview {
  readonly grant: PreviewGrant;
  readonly connectionId: string;
  readonly target: RoomTarget;
  /** Why it was opened; empty where nobody asked. */
  readonly reason: string;
  /** The paper's name, or the identifier of what has none. */
  readonly title: string;
  readonly state: Exclude<PreviewState['state'], 'closed'>;
  readonly failure: Failure | null;
  /** A new token is being minted for it. */
  readonly renewing: boolean;
}

/** The live rooms that are open on this computer. */
export function createPreviewsSlice({ bridge, set, get }: SliceContext) {
  const find = (previewId: string) => get().previews.find((each) => each.grant.previewId === previewId);

  function change(previewId: string, changes: Partial<OpenPreview>): void {
    set((state) => ({
      previews: state.previews.map((each) =>
        each.grant.previewId === previewId ? { ...each, ...changes } : each,
      ),
    }));
  }

  function remove(previewId: string): void {
    set((state) => {
      const at = state.previews.findIndex((each) => each.grant.previewId === previewId);
      if (at < 0) return {};
      const previews = state.previews.toSpliced(at, 1);
      if (state.previewInFront !== previewId) return { previews };
      const neighbour = previews[at] ?? previews[at - 1];
      return { previews, previewInFront: neighbour?.grant.previewId ?? null };
    });
  }

  bridge.on('previews.changed', ({ previewId, state, failure }) => {
    // A room that is rejoined is closed first; its tab stays.
    const renewing = find(previewId)?.renewing === true;
    if (state !== 'closed') change(previewId, { state, failure });
    else if (!renewing) remove(previewId);
  });

  bridge.on('previews.focusBack', (focusBack) => set({ focusBack }));

  return {
    previews: [] as readonly OpenPreview[],
    /** Id of the preview in front. */
    previewInFront: null as string | null,
    /** Where main wants the focus when no room has the keyboard; a new object each time. */
    focusBack: null as Events['previews.focusBack'] | null,
    /** The display name last used, for this run. */
    previewName: 'Support agent',

    /** Joins a room; gives the failure, or null once the preview stands on the previews screen. */
    openPreview: (target: RoomTarget, title: string, displayName: string, reason: string) => {
      const connectionId = given(get().currentId);
      set({ previewName: displayName });
      const opening = bridge.previews.open({ connectionId, target, displayName, reason });
      return failureOf(opening, (grant) => {
        set((state) => ({
          previews: [
            ...state.previews,
            { grant, connectionId, target, reason, title, state: 'loading', failure: null, renewing: false },
          ],
          previewInFront: grant.previewId,
        }));
        return get().go({ kind: 'screen', screen: 'previews' });
      });
    },

    /** Joins the room of a failed preview anew, with a new token: the old one is spent. */
    retryPreview: async (previewId: string) => {
      const old = find(previewId);
      if (old === undefined || old.renewing) return;
      change(previewId, { renewing: true });
      await bridge.previews.close({ previewId });
      const result = await bridge.previews.open({
        connectionId: old.connectionId,
        target: old.target,
        displayName: old.grant.displayName,
        reason: old.reason,
      });
      if (!result.ok) {
        return change(previewId, { renewing: false, failure: result.error });
      }
      if (find(previewId) === undefined) {
        // Left while the new token was on its way.
        await bridge.previews.close({ previewId: result.value.previewId });
        return;
      }
      change(previewId, { grant: result.value, state: 'loading', failure: null, renewing: false });
      if (get().previewInFront === previewId) set({ previewInFront: result.value.previewId });
    },

    leavePreview: async (previewId: string) => {
      const preview = find(previewId);
      if (preview === undefined) return;
      remove(previewId);
      const result = await bridge.previews.close({ previewId });
      if (result.ok) get().announce(`You left ${preview.title}`);
      else get().raise(result.error);
    },

    bringToFront: (previewId: string) => set({ previewInFront: previewId }),

    /** Whether this room may have the keyboard, which main knows; null tells it that the page has it. */
    askForKeyboard: async (previewId: string | null, entering: boolean): Promise<boolean> => {
      const answer = await bridge.previews.focus({ previewId, entering });
      return answer.ok && answer.value;
    },
  };
}
