/** A change of many boards' notes while it is written: only what a person has chosen becomes part of it. */
import type { LocalChange } from '../../../../preload/contract/boards.ts';

export const TEXTS = ['label', 'customer', 'note'] as const;
export type TextName = (typeof TEXTS)[number];

/** What the dialog holds; a text that is null stays as it is on every board, an empty one is cleared. */
export interface ChangeDraft {
  readonly texts: Readonly<Record<TextName, string | null>>;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly protected: boolean | null;
}

export const NO_CHANGE: ChangeDraft = {
  texts: { label: null, customer: null, note: null },
  addTags: [],
  removeTags: [],
  protected: null,
};

/** The change; null when nothing would change. */
export function changeOf(draft: ChangeDraft): LocalChange | null {
  const { texts } = draft;
  const change: LocalChange = {
    ...(texts.label !== null && { label: texts.label.trim() }),
    ...(texts.customer !== null && { customer: texts.customer.trim() }),
    ...(texts.note !== null && { note: texts.note.trim() }),
    ...(draft.addTags.length > 0 && { addTags: draft.addTags }),
    ...(draft.removeTags.length > 0 && { removeTags: draft.removeTags }),
    ...(draft.protected !== null && { protected: draft.protected }),
  };
  return Object.keys(change).length === 0 ? null : change;
}
