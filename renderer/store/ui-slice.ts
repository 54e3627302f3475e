import type { DropPurpose } from '../../preload/contract/connections.ts';
import type { NameTable, PackPapers } from './bulk-slice.ts';
import { LONGEST } from '../../preload/contract/limits.ts';
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import type { JobReview } from '../../preload/contract/jobs.ts';
import type { KeyInfo, KeySlot } from '../../preload/contract/keys.ts';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import type { Failure } from '../../preload/contract/failure.ts';
import type { TeamState } from '../../preload/contract/team.ts';
import type { PlanToDecline } from './team-slice.ts';
import type { ConnectionForm } from './open-form-slice.ts';
import { unlistedRow } from '../../preload/contract/facts.ts';
import { currentConnection, onConnectionInFront } from './connections-slice.ts';
import type { ListOf } from './list-slice.ts';
import { isLocked } from './lock-slice.ts';
import type { OpenPreview } from './previews-slice.ts';
import type { AppState, SliceContext } from './store.ts';

export type Screen =
  | 'welcome'
  | 'connection-form'
  | 'home'
  | 'boards'
  | 'papers'
  | 'customers'
  | 'previews'
  | 'keys'
  | 'settings'
  | 'activity';

export type Destination =
  | { readonly kind: 'screen'; readonly screen: Exclude<Screen, 'connection-form'> }
  | { readonly kind: 'connection'; readonly id: string }
  | { readonly kind: 'board'; readonly id: string; readonly connectionId?: string }
  | { readonly kind: 'setting'; readonly id: string }
  | { readonly kind: 'customer'; readonly name: string }
  | {
      readonly kind: 'connection-form';
      readonly id: string | null;
      readonly focus?: ConnectionForm['focus'];
    };

export type DialogState =
  | { readonly kind: 'team-set-up' }
  | { readonly kind: 'team-plans' }
  | { readonly kind: 'team-activity'; readonly connectionId: string }
  | ({ readonly kind: 'decline-plan' } & PlanToDecline)
  | { readonly kind: 'team-join'; readonly connectionId: string }
  | {
      readonly kind: 'conflict';
      readonly connectionId: string;
      readonly target: RoomTarget;
      readonly conflict: NonNullable<Failure['conflict']>;
      readonly onMine: () => Promise<Failure | null>;
      readonly onTheirs: () => void;
    }
  | { readonly kind: 'delete-one'; readonly connectionId: string; readonly target: RoomTarget }
  | {
      readonly kind: 'review-delete';
      readonly connectionId: string;
      readonly of: ListOf;
      readonly selection: BoardSelection;
    }
  | { readonly kind: 'run-plan'; readonly review: JobReview }
  | { readonly kind: 'new-boards' }
  | {
      readonly kind: 'class-pack';
      readonly templateId: string | null;
      readonly pattern?: string;
      readonly packPapers?: PackPapers;
      readonly table?: NameTable;
    }
  | { readonly kind: 'qr-sheet'; readonly jobId: string; readonly connectionId: string }
  | { readonly kind: 'mail-text'; readonly jobId: string; readonly connectionId: string }
  /** `resumes`: opening this dialog paused the job, which continues if the user does not stop it. */
  | {
      readonly kind: 'stop-job';
      readonly jobId: string;
      readonly connectionId: string;
      readonly resumes: boolean;
    }
  | {
      readonly kind: 'edit-notes';
      readonly of: ListOf;
      readonly selection: BoardSelection;
      readonly boards: number;
    }
  | { readonly kind: 'export-boards'; readonly selection: BoardSelection | null; readonly selected: number }
  | { readonly kind: 'export-papers'; readonly which: readonly string[] | 'all'; readonly papers: number }
  | {
      readonly kind: 'save-results';
      readonly connectionId: string;
      readonly jobId: string;
      readonly results: number;
    }
  /** `viewId`: saved view that the dialog changes. Without it, the dialog saves a new view. */
  | { readonly kind: 'save-view'; readonly of: ListOf; readonly viewId?: string }
  | { readonly kind: 'new-paper'; readonly templateId: string | null }
  | { readonly kind: 'add-paper' }
  | { readonly kind: 'add-papers'; readonly list?: string }
  | {
      readonly kind: 'open-preview';
      readonly target: RoomTarget;
      readonly title: string;
      readonly connectionId?: string;
      readonly typed?: { readonly displayName: string; readonly reason: string };
      readonly inBrowser?: boolean;
    }
  | { readonly kind: 'copy-link'; readonly target: RoomTarget }
  | {
      readonly kind: 'snippets';
      readonly about: 'paper' | 'board';
      readonly id: string;
      readonly name: string;
    }
  | { readonly kind: 'check-unknown'; readonly unknown: UnresolvedCreate }
  | { readonly kind: 'network' }
  | { readonly kind: 'remove-connection'; readonly connectionId: string; readonly failure: Failure }
  | { readonly kind: 'unlock-changes'; readonly connectionId: string }
  /** Asks about unsaved changes in the connection form. `to`: screen or item that the user wants to open instead. */
  | { readonly kind: 'discard-changes'; readonly to: Destination }
  | { readonly kind: 'stage-key'; readonly connectionId: string; readonly slot: KeySlot }
  | { readonly kind: 'edit-key'; readonly connectionId: string; readonly info: KeyInfo }
  | { readonly kind: 'retire-key'; readonly connectionId: string; readonly info: KeyInfo }
  | { readonly kind: 'export-connections'; readonly connectionIds: readonly string[] }
  | { readonly kind: 'import' }
  | { readonly kind: 'dropped-file'; readonly name: string; readonly purpose: DropPurpose }
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' };

/** Dialogs that stay open after a switch to another connection, because they don't depend on the connection. */
export const WITHOUT_CONNECTION: ReadonlySet<DialogState['kind']> = new Set([
  'discard-changes',
  'export-connections',
  'import',
  'team-plans',
  'team-set-up',
]);

function isDialogOfCurrent({ dialog, currentId }: AppState): boolean {
  if (dialog === null || currentId === null) return false;
  return 'connectionId' in dialog ? dialog.connectionId === currentId : !WITHOUT_CONNECTION.has(dialog.kind);
}

export interface Renaming {
  readonly id: string;
  readonly text: string;
  /** Name before the user's edit. A colleague may have changed the name since then. */
  readonly seen: string;
  readonly until: number;
}

export type PropsOf<Kind extends DialogState['kind']> = Omit<Extract<DialogState, { kind: Kind }>, 'kind'>;

/** Look of a message. Null shows no toast, only informs screen readers, because the screen shows the change itself. */
export type MessageLook = 'done' | 'copied' | 'note' | 'problem' | null;

export interface Message {
  readonly text: string;
  readonly look: MessageLook;
  readonly serial: number;
  readonly at: number;
  /** Topic of a toast. A new toast replaces older toasts with the same topic. */
  readonly topic?: string;
  readonly connection: string | null;
  readonly screen: Screen;
  readonly fileName?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly dismissed?: true;
}

export type MessageFacts = Partial<Pick<Message, 'topic' | 'connection' | 'screen' | 'fileName' | 'action'>>;

const MOST_RECENT = 20;

const NO_MESSAGE: Message = { text: '', look: null, serial: 0, at: 0, connection: null, screen: 'welcome' };

export function isOpenProblem({ look, dismissed }: Message): boolean {
  return look === 'problem' && dismissed !== true;
}

export function isOfScreenInFront(state: AppState, { screen, connection }: Message): boolean {
  return screen === state.screen && (connection === null || connection === currentConnection(state)?.name);
}

export function createUiSlice({ bridge, set, get, store, attempt }: SliceContext) {
  // Closes a dialog about the previous connection, because it could otherwise change the new connection.
  store.subscribe((state, before) => {
    const isOther = state.currentId !== before.currentId;
    if (isOther && state.dialog === before.dialog && isDialogOfCurrent(before)) set({ dialog: null });
  });

  const showBoard = async (id: string): Promise<void> => {
    const { currentId: connectionId, openBoards } = get();
    if (connectionId === null) return;
    await openBoards(connectionId);
    const { currentId, boardsOf } = get();
    if (currentId !== connectionId || boardsOf !== connectionId) return;
    get().boardPicking.clear();
    get().boardList.showAll({ find: id, order: get().lists.board.query.order });
    // Opens the inspector after the boards screen has appeared, because in a narrow window, it closes the inspector.
    set({ boardSelection: { rank: 0, row: unlistedRow(id) }, inspectorOpen: true });
  };

  onConnectionInFront(store, (_connectionId, isOther) => {
    if (isOther) set({ undo: null });
  });

  return {
    screen: 'welcome' as Screen,
    /** Name of the customer that the customers screen shows. Null if the screen shows the table of customers. */
    customer: null as string | null,
    customerFrom: 'home' as Screen,
    dialog: null as DialogState | null,
    team: null as TeamState | null,
    message: NO_MESSAGE,
    messages: [] as readonly Message[],
    /** Failure that belongs to no row or field. Shown until the user dismisses it or opens another screen. */
    notice: null as Failure | null,
    undo: null as { readonly serial: number; readonly run: () => Promise<void> } | null,
    /** Announces a change. Offers *Undo* only if the connection of the change is still the current one. */
    announceUndo: (text: string, run: () => Promise<void>, connectionId: string | null) => {
      const { announce, connections, currentId } = get();
      const connection = connections.find(({ id }) => id === connectionId)?.name ?? null;
      announce(text, 'done', connectionId === currentId ? {} : { connection });
      if (connectionId === currentId) set((state) => ({ undo: { serial: state.message.serial, run } }));
    },
    undoLast: async () => {
      const { undo } = get();
      set({ undo: null });
      await undo?.run();
    },
    renaming: null as Renaming | null,
    inspectorOpen: true,
    switcherOpen: false,
    previews: [] as readonly OpenPreview[],
    previewInFront: null as string | null,
    /** Boards whose preview the service refused, by connection. Cleared by a refresh or a successful preview. */
    closedBoardsOf: {} as Readonly<Record<string, readonly string[]>>,
    /** `data:` URL of the picture that Easel shows while asking whether to save pictures. Null if not asking. */
    pictureAsked: null as string | null,
    previewName: null as string | null,
    blurred: false,
    tourStep: null as number | null,
    setTourStep: (tourStep: number | null) => set({ tourStep }),

    go: async (place: Destination) => {
      const { currentId: before } = get();
      const to = place.kind === 'connection' ? place.id : place.kind === 'board' && place.connectionId;
      // Keeps the connection while a dialog depends on it, because a switch would close the dialog and lose its text.
      if (to && to !== before && isDialogOfCurrent(get()))
        return get().announce('Close the dialog to open another connection.', 'note');
      if (get().connectionFormDirty()) {
        get().openDialog({ kind: 'discard-changes', to: place });
        return;
      }
      get().closeConnectionForm();
      const { kind } = place;
      const screens = {
        connection: 'boards',
        board: 'boards',
        setting: 'settings',
        customer: 'customers',
      } as const;
      const screen = kind === 'screen' ? place.screen : kind === 'connection-form' ? kind : screens[kind];
      if (kind === 'customer') set({ customerFrom: get().screen });
      set({ screen, notice: null, customer: kind === 'customer' ? place.name : null });
      if (kind === 'connection') await get().selectConnection(place.id);
      else if (kind === 'board') {
        const { connectionId = get().currentId } = place;
        if (connectionId !== null && connectionId !== get().currentId)
          await get().selectConnection(connectionId);
        // Shows no board if the user switched to another connection while this one was opened.
        if (get().currentId === connectionId) await showBoard(place.id);
      } else if (kind === 'setting') get().wantSetting(place.id);
      else if (kind === 'connection-form') get().openConnectionForm(place.id, place.focus);
    },
    openDialog: (dialog: DialogState) => {
      // Opens no dialog while Easel is locked, because a dialog must not cover the lock screen.
      if (!isLocked(get())) set({ dialog, switcherOpen: false, healthOpen: false });
    },
    rename: (renaming: Renaming | null) => set({ renaming }),
    closeDialog: () => set({ dialog: null }),
    announce: (text: string, look: MessageLook = 'done', facts: MessageFacts = {}): void =>
      set((state) => {
        const connection = state.screen === 'settings' ? null : (currentConnection(state)?.name ?? null);
        const serial = state.message.serial + 1;
        const message = { connection, screen: state.screen, ...facts, text, look, serial, at: Date.now() };
        return {
          message,
          ...(look !== null && { messages: [message, ...state.messages].slice(0, MOST_RECENT) }),
        };
      }),
    dismissProblem: (serial: number) =>
      set(({ messages }) => ({
        messages: messages.map((each) =>
          each.serial === serial ? { ...each, dismissed: true as const } : each,
        ),
      })),
    say: (text: string) => get().announce(text, null),
    /** Shows a failure: as a notice while the screen `concerned` is open, otherwise as a toast. */
    raise: (failure: Failure | null, concerned?: Screen): void => {
      const { screen, announce } = get();
      // Shows nothing if the user cancelled the action, or if Easel is locked, because the lock screen says so.
      if (failure === null || failure.code === 'locked' || failure.code === 'cancelled') return;
      if (concerned === undefined || concerned === screen) set({ notice: failure });
      else announce(`${failure.message} ${failure.nextStep}`.trim(), 'problem', { screen: concerned });
    },
    showFile: (fileName: string) => attempt(bridge.app.showFile({ fileName })),
    dismissNotice: () => set({ notice: null }),
    /** Returns whether a room gets key presses. `entering`: requests them for it. Null sends them to Easel's page. */
    askForKeyboard: async (previewId: string | null, entering: boolean): Promise<boolean> => {
      const answer = await bridge.previews.focus({ previewId, entering });
      return answer.ok && answer.value;
    },
    setInspectorOpen: (inspectorOpen: boolean) => set({ inspectorOpen }),
    setSwitcherOpen: (switcherOpen: boolean) => set({ switcherOpen }),
    setBlurred: (blurred: boolean) => set({ blurred }),
    copy: async (text: string, what: string, connection?: string) => {
      if (text.length > LONGEST.listPiece)
        get().announce('This text is too long to copy. Select a part of it instead.', 'problem');
      else
        await attempt(bridge.app.copy({ text }), () =>
          get().announce(`${what} copied.`, 'copied', connection === undefined ? {} : { connection }),
        );
    },
  };
}
