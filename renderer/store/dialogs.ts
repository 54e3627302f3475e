/** Which dialog stands open: one at most, as data. */
import type { RoomTarget } from '../../preload/contract/call.ts';
import type { BoardSelection } from '../../preload/contract/boards.ts';
import type { JobReview } from '../../preload/contract/jobs.ts';
import type { KeySlot } from '../../preload/contract/keys.ts';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';

/** Where a person can go. Leaving a changed connection form asks first. */
export type Destination =
  | {
      readonly kind: 'screen';
      readonly screen: 'welcome' | 'boards' | 'papers' | 'previews' | 'keys' | 'settings' | 'activity';
    }
  /** Brings another connection to the front, with its boards. */
  | { readonly kind: 'connection'; readonly id: string }
  /** A board of the connection in front, by its id, whether the list has it or not. */
  | { readonly kind: 'board'; readonly id: string }
  /** The form, for a new connection (`null`) or a saved one. */
  | { readonly kind: 'connection-form'; readonly id: string | null };

export type DialogState =
  | { readonly kind: 'delete-one'; readonly target: RoomTarget }
  /** Says what deleting these boards would mean, before it is queued. */
  | { readonly kind: 'review-delete'; readonly selection: BoardSelection }
  /** The review of a cleanup plan that was opened. */
  | { readonly kind: 'run-plan'; readonly review: JobReview }
  | { readonly kind: 'new-boards' }
  | { readonly kind: 'new-papers'; readonly templateId: string | null }
  | { readonly kind: 'make-links'; readonly identifier: string }
  | { readonly kind: 'stop-job'; readonly jobId: string; readonly connectionId: string }
  /** Changes the notes of `boards` boards at once. */
  | { readonly kind: 'edit-notes'; readonly selection: BoardSelection; readonly boards: number }
  /** `selection` is null where nothing beyond the current board is selected. */
  | { readonly kind: 'export-boards'; readonly selection: BoardSelection | null; readonly selected: number }
  | { readonly kind: 'export-notes' }
  | { readonly kind: 'import-notes' }
  | { readonly kind: 'save-view' }
  | { readonly kind: 'rename-view'; readonly viewId: string }
  | { readonly kind: 'remove-view'; readonly viewId: string }
  | { readonly kind: 'new-paper'; readonly templateId: string | null }
  | { readonly kind: 'add-paper' }
  | { readonly kind: 'rename-paper'; readonly identifier: string }
  | { readonly kind: 'open-preview'; readonly target: RoomTarget; readonly title: string }
  | { readonly kind: 'copy-link'; readonly identifier: string }
  | { readonly kind: 'check-unknown'; readonly unknown: UnresolvedCreate }
  | { readonly kind: 'network' }
  | { readonly kind: 'remove-connection'; readonly connectionId: string }
  | { readonly kind: 'unlock-changes'; readonly connectionId: string }
  /** The connection form has unsaved changes; `to` is where the person wanted to go. */
  | { readonly kind: 'discard-changes'; readonly to: Destination }
  | { readonly kind: 'stage-key'; readonly connectionId: string; readonly slot: KeySlot }
  | { readonly kind: 'edit-key'; readonly connectionId: string; readonly keyId: string }
  /** The next key was not found to be good: it is used knowingly. */
  | { readonly kind: 'use-next-key'; readonly connectionId: string; readonly slot: KeySlot }
  | { readonly kind: 'retire-key'; readonly connectionId: string; readonly keyId: string }
  | { readonly kind: 'discard-key'; readonly connectionId: string; readonly keyId: string }
  | { readonly kind: 'export-connections'; readonly connectionIds: readonly string[] }
  | { readonly kind: 'import-connections' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' };
