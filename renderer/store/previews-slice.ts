import type { RoomTarget } from '../../preload/contract/call.ts';
import type {
  PreviewGrant,
  PreviewState,
  VisitMinutes,
  VisitReceipt,
} from '../../preload/contract/papers.ts';
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Events } from '../../preload/contract/events.ts';
import { counted, roomTitle } from '../lib/format.ts';
import { failureOf } from './calls.ts';
import type { SliceContext } from './store.ts';

const MOST_RECEIPTS = 20;

export const VISIT_MINUTES: readonly VisitMinutes[] = [5, 10, 20, 30, 60];

export type AtOnce = 1 | 2 | 4;

export function seenRooms(
  previews: readonly OpenPreview[],
  inFront: string | null,
  atOnce: AtOnce,
): readonly OpenPreview[] {
  const place = previews.findIndex(({ grant }) => grant.previewId === inFront);
  const first = Math.floor(Math.max(0, place) / atOnce) * atOnce;
  return previews.slice(first, first + atOnce);
}

export type Entering = Omit<ArgsOf<'previews.open'>, 'connectionId' | 'target'>;

export interface OpenPreview extends Pick<PreviewState, 'failure' | 'lifted'> {
  readonly grant: PreviewGrant;
  readonly connectionId: string;
  readonly target: RoomTarget;
  readonly entering: Entering;
  readonly title: string;
  readonly state: Exclude<PreviewState['state'], 'closed'>;
  readonly renewing: boolean;
  readonly leaving: boolean;
}

export const isIn = ({ state }: OpenPreview): boolean => state === 'live' || state === 'loading';

const JUST_ENTERED = {
  state: 'loading',
  failure: null,
  lifted: false,
  renewing: false,
  leaving: false,
} as const satisfies Partial<OpenPreview>;

export interface ShownReceipt extends VisitReceipt {
  readonly title: string;
  readonly reason: string;
  readonly note: string;
}

export function createPreviewsSlice({ bridge, set, get, attempt, save, here }: SliceContext) {
  /** Title and reason of each visit to a room, by preview id. Kept until the visit's receipt arrives from main. */
  const visits = new Map<string, Pick<ShownReceipt, 'title' | 'reason'>>();
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

  bridge.on('previews.changed', ({ previewId, state, failure, lifted }) => {
    // Removes a closed room's tab, except during a retry, which closes the failed room and reuses the tab.
    const renewing = find(previewId)?.renewing === true;
    if (state !== 'closed') change(previewId, { state, failure, lifted });
    else if (!renewing) remove(previewId);
  });

  bridge.on('previews.ending', ({ previewId }) => {
    const title = find(previewId)?.title;
    if (title !== undefined) get().announce(`You will leave ${title} in 1 minute.`, 'note');
  });

  bridge.on('previews.left', (receipt) => {
    const { previewId, target, endedBy, minutes } = receipt;
    const visit = visits.get(previewId) ?? { title: roomTitle(undefined, target.id), reason: '' };
    const { title } = visit;
    visits.delete(previewId);
    if (endedBy === 'time')
      get().announce(`You left the room ${title} automatically after ${counted(minutes, 'minute')}.`, 'note');
    if (endedBy === 'connection')
      get().announce(`You left the room ${title}, because its connection was removed or changed.`, 'note');
    set((state) => ({
      receipts: [{ ...receipt, ...visit, note: '' }, ...state.receipts].slice(0, MOST_RECEIPTS),
    }));
  });

  bridge.on('previews.focusBack', (focusBack) => set({ focusBack }));

  return {
    /** Main's last request to move the focus out of a room. Each request is a new object, so it is handled once. */
    focusBack: null as Events['previews.focusBack'] | null,
    previewsAtOnce: 1 as AtOnce,
    seeAtOnce: (previewsAtOnce: AtOnce) => set({ previewsAtOnce }),
    previewMinutes: 10 as VisitMinutes,

    openPreview: async (target: RoomTarget, title: string, entering: Entering) => {
      const connectionId = here();
      const { dialog } = get();
      set({ previewName: entering.displayName, previewMinutes: entering.minutes });
      const failure = await failureOf(
        bridge.previews.open({ connectionId, target, ...entering }),
        async (grant) => {
          const { previewId } = grant;
          // Closes the room again if the user has cancelled the dialog during the request.
          if (get().dialog !== dialog) return void (await bridge.previews.close({ previewId }));
          const preview = { grant, connectionId, target, entering, title, ...JUST_ENTERED };
          visits.set(previewId, { title, reason: entering.reason });
          get().rememberReason(entering.reason);
          set(({ previews }) => ({ previews: [...previews, preview], previewInFront: previewId }));
          // Lets main start to load the room first, because changing the screen is slow.
          await Promise.resolve();
          await get().go({ kind: 'screen', screen: 'previews' });
        },
      );
      if (target.kind === 'board' && (failure === null || failure.code === 'no-preview')) {
        const before = get().closedBoardsOf;
        const closed = failure === null ? [] : [...(before[connectionId] ?? []), target.id];
        set({ closedBoardsOf: { ...before, [connectionId]: closed } });
      }
      return failure;
    },

    copyBrowserLink: (args: ArgsOf<'previews.copyBrowserLink'>) => {
      set({ previewName: args.displayName });
      return failureOf(bridge.previews.copyBrowserLink(args), () => {
        get().rememberReason(args.reason);
        get().announce('Link for browser copied.', 'copied');
      });
    },

    /** Opens a failed room again. Requests a new token, because a token works only once. */
    retryPreview: async (previewId: string) => {
      const old = find(previewId);
      if (old === undefined || old.renewing) return;
      change(previewId, { renewing: true });
      await bridge.previews.close({ previewId });
      const { connectionId, target, entering } = old;
      const result = await bridge.previews.open({ connectionId, target, ...entering });
      if (!result.ok)
        return change(previewId, { state: 'failed', failure: result.error, lifted: false, renewing: false });
      if (find(previewId) === undefined)
        return void (await bridge.previews.close({ previewId: result.value.previewId }));
      visits.set(result.value.previewId, { title: old.title, reason: entering.reason });
      change(previewId, { grant: result.value, ...JUST_ENTERED });
      if (get().previewInFront === previewId) set({ previewInFront: result.value.previewId });
    },

    leavePreview: async (previewId: string) => {
      const preview = find(previewId);
      if (preview === undefined) return;
      // Keeps a closing room visible, because main takes a picture of it first.
      if (preview.state === 'live') change(previewId, { leaving: true });
      else remove(previewId);
      const closed = bridge.previews.close({ previewId }).finally(() => remove(previewId));
      await attempt(closed, ({ asks }) => {
        if (!isIn(preview)) return get().say(`Closed the preview of ${preview.title}.`);
        const hasReceipt = get().receipts.some((each) => each.previewId === previewId);
        get().announce(`You left the room ${preview.title}.`, hasReceipt ? null : 'done');
        if (asks === null) return;
        set({ pictureAsked: asks });
        get().say('Save small pictures of rooms when you leave?');
      });
    },

    liftShield: (previewId: string) =>
      attempt(bridge.previews.liftShield({ previewId }), () =>
        get().say('Your input is now sent to the room.'),
      ),
    raiseShield: (previewId: string) =>
      attempt(bridge.previews.raiseShield({ previewId }), () => get().say('Your input is now blocked.')),

    capturePreview: (previewId: string) =>
      save(
        bridge.previews.capture({ previewId }),
        ({ fileName }) => `Visible part of the room saved as ${fileName}.`,
      ),

    receipts: [] as readonly ShownReceipt[],
    noteReceipt: (previewId: string, note: string) =>
      set((state) => ({
        receipts: state.receipts.map((each) => (each.previewId === previewId ? { ...each, note } : each)),
      })),

    dismissReceipt: (previewId: string) =>
      set((state) => ({ receipts: state.receipts.filter((each) => each.previewId !== previewId) })),

    showPreview: (previewId: string) => set({ previewInFront: previewId }),
  };
}
