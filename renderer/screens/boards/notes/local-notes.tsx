/** Editable notes of a board or paper, stored on this computer or in the team database. */
import { useState, type KeyboardEvent } from 'react';
import type { RowNotes, LocalChange } from '../../../../preload/contract/boards.ts';
import { Button } from '../../../parts/button.tsx';
import { Choice, Choices } from '../../../parts/choice.tsx';
import { failureSentence } from '../../../parts/failure-notice.tsx';
import { TextAreaField, TextField } from '../../../parts/field.tsx';
import { RenameField } from '../../../parts/rename.tsx';
import type { ListOf } from '../../../store/list-slice.ts';
import type { AppState } from '../../../store/store.ts';
import { sharedAccount, whyShared, placeOf } from '../../../store/changes.ts';
import { useActions, useApp } from '../../../store/use-app.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { TagsField, whyNotTags } from './tags-field.tsx';
import { visible, counted } from '../../../lib/format.ts';
import { onKeys } from '../../../lib/keys.ts';
import { RelativeTime } from '../../../parts/relative-time/relative-time.tsx';
import { useAnswer } from '../../../store/use-answer.ts';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import type { PropsOf } from '../../../store/ui-slice.ts';
import { useFields } from '../../../store/use-dialog.ts';

const NOTHING: RowNotes = { label: '', note: '', tags: [], customer: '', protected: false };

type Save = (change: LocalChange, editing?: Edited) => Promise<string>;
type Edited = Parameters<AppState['annotate']>[3];

export interface LocalNotesProps {
  readonly of: ListOf;
  readonly id: string;
  readonly local: RowNotes | null;
}

/** Fields for the notes of a board or paper. Each field is saved separately. Use the room's id as React key. */
export function LocalNotes({ of, id, local }: LocalNotesProps) {
  const { annotate, go, readAuthor } = useActions();
  const connectionId = useApp((state) => (of === 'board' ? state.currentId : state.papersOf));
  const isShared = useApp((state) => sharedAccount(state, connectionId) !== null);
  const off = useApp((state) => whyShared(state, connectionId));
  const [author] = useAnswer(isShared ? JSON.stringify([connectionId, id, local]) : null, () =>
    readAuthor({ connectionId: connectionId ?? '', kind: 'note', id }),
  );
  const saved = local ?? NOTHING;
  const title = isShared ? 'Team notes' : 'Notes on this computer';
  const save: Save = async (change, editing) => {
    const failure = await annotate(of, { kind: 'ids', ids: [id] }, change, editing);
    return failure === null ? '' : failureSentence(failure);
  };
  const tags = useSaved(saved.tags, save);
  const protection = useSaved(saved.protected, save);
  function changeTags(next: readonly string[]): void {
    const addTags = next.filter((tag) => !tags.shown.includes(tag));
    const removeTags = tags.shown.filter((tag) => !next.includes(tag));
    void tags.save(next, {
      ...(addTags.length > 0 && { addTags }),
      ...(removeTags.length > 0 && { removeTags }),
    });
  }
  const keyOf = (field: string): string => JSON.stringify([connectionId, of, id, field]);
  const [draft, changeDraft] = useDraft(keyOf('tags'));
  const setTyped = (typed: string): void => changeDraft(() => (typed === '' ? null : { typed, seen: '' }));
  const text = (field: SavedTextProps['field']) => ({
    field,
    saved: saved[field],
    onSave: save,
    readOnly: off !== null,
    draftKey: keyOf(field),
  });
  return (
    <section className="column-3 apart" aria-label={title} data-notes>
      <h2>{title}</h2>
      {off !== null && <p className="warning">{off}</p>}
      {isShared && author?.ok === true && author.value !== null && (
        <p className="hint">
          Changed by <bdi className="sensitive">{visible(author.value.by)}</bdi>,{' '}
          <RelativeTime at={author.value.at} />
        </p>
      )}
      {of === 'board' && <SavedText {...text('label')} label="Label" />}
      <SavedText {...text('customer')} label="Customer" />
      {saved.customer !== '' && (
        <div>
          <Button onClick={() => void go({ kind: 'customer', name: saved.customer })}>Show customer</Button>
        </div>
      )}
      <TagsField
        label="Tags"
        tags={tags.shown}
        onChange={changeTags}
        error={tags.error}
        off={off}
        draft={[draft?.typed ?? '', setTyped]}
      />
      <SavedText {...text('note')} label="Note" />
      <div>
        <Choice
          checked={protection.shown}
          onChange={(on) => void protection.save(on, { protected: on })}
          hint={`Protected boards and papers can’t be deleted with Easel${isShared ? '' : ' on this computer'}.`}
          disabledReason={off}
        >
          Protected
        </Choice>
        {protection.error !== '' && (
          <p className="danger sensitive" role="alert">
            {protection.error}
          </p>
        )}
      </div>
    </section>
  );
}

export function LabelField({ boardId }: { readonly boardId: string }) {
  const annotate = useApp((state) => state.annotate);
  return (
    <RenameField
      id={boardId}
      label="Change label"
      placeholder="Label (optional)"
      onKeep={(id, name, { seen, onEnd }) =>
        annotate('board', { kind: 'ids', ids: [id] }, { label: name }, { seen: { label: seen }, onEnd })
      }
    />
  );
}

/** Returns the value for a notes field. After an edit, this is the sent value until the next saved value arrives. */
function useSaved<T>(saved: T, onSave: Save) {
  const [sent, setSent] = useState<{ readonly base: string; readonly value: T } | null>(null);
  const [error, setError] = useState('');
  const base = JSON.stringify(saved);
  // Discards the sent value when a new saved value arrives, because *Undo* may restore the value from before the edit.
  if (sent !== null && sent.base !== base) setSent(null);
  async function save(value: T, change: LocalChange, editing?: Edited): Promise<boolean> {
    setSent({ base, value });
    const message = await onSave(change, editing);
    setError(message);
    if (message !== '') setSent(null);
    return message === '';
  }
  return { shown: sent === null ? saved : sent.value, error, save, clear: () => setError('') };
}

interface SavedTextProps {
  readonly field: 'label' | 'customer' | 'note';
  readonly label: string;
  readonly saved: string;
  readonly onSave: Save;
  readonly readOnly: boolean;
  readonly draftKey: string;
}

interface Draft {
  readonly typed: string;
  /** Text before the user's edit. A colleague may have changed the text since then. */
  readonly seen: string;
}

/** Unsaved texts of note fields. Kept outside of the components, which unmount when the user selects another row. */
const drafts = new Map<string, Draft>();

function useDraft(key: string) {
  const [draft, setDraft] = useState(drafts.get(key) ?? null);
  // Updates `drafts` itself, because `setDraft` has no effect in an unmounted field.
  const change = (next: (before: Draft | null) => Draft | null): void => {
    const after = next(drafts.get(key) ?? null);
    if (after === null) drafts.delete(key);
    else drafts.set(key, after);
    setDraft(after);
  };
  return [draft, change] as const;
}

/** Text field that saves on blur and on Enter (multi-line: Ctrl+Enter). If saving fails, the field keeps its text. */
function SavedText({ field, label, saved, readOnly, draftKey, onSave }: SavedTextProps) {
  const [draft, changeDraft] = useDraft(draftKey);
  const typed = draft?.typed ?? null;
  const { shown, error, save, clear } = useSaved(saved, onSave);

  async function send(): Promise<void> {
    const text = (typed ?? shown).trim();
    // After Enter has saved the text, blur must not save it again, because a second save would replace the undo step.
    if (draft === null || text === shown) return changeDraft(() => null);
    // While the team database is unreachable, the typed text stays in the field.
    if (readOnly) return;
    const onEnd = (): void => {
      changeDraft(() => null);
      clear();
    };
    const isKept = await save(text, { [field]: text }, { seen: { [field]: draft.seen }, onEnd });
    // Keeps text that the user typed during the save. The next save will include it.
    changeDraft((now) => (isKept && now?.typed.trim() === text ? null : (now ?? (isKept ? null : draft))));
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // In a long note, Esc must not discard the text. Esc then leaves the field, and blur saves the text.
    if (event.key === 'Escape' && typed !== null && field !== 'note') {
      event.preventDefault();
      event.stopPropagation();
      changeDraft(() => null);
    } else if (event.key === 'Enter' && (field !== 'note' || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  };
  const control = {
    label,
    error,
    maxLength: field === 'note' ? LONGEST.line : LONGEST.shortText,
    value: typed ?? shown,
    readOnly,
    onChange: (text: string) => changeDraft((now) => ({ typed: text, seen: now?.seen ?? shown })),
    onBlur: () => void send(),
    onKeyDown: onKeys(onKeyDown),
  };
  return field === 'note' ? <TextAreaField {...control} rows={3} /> : <TextField {...control} />;
}

const PROTECTION = [
  [null, 'Unchanged'],
  [true, 'Protected from deletion'],
  [false, 'Not protected'],
] as const;

export function EditNotesDialog({ of, selection, boards }: PropsOf<'edit-notes'>) {
  const annotate = useApp((state) => state.annotate);
  const place = useApp(placeOf);
  const { typed, field, ...form } = useFields({ label: '', customer: '', note: '' });
  const [addTags, setAddTags] = useState<readonly string[]>([]);
  const [removeTags, setRemoveTags] = useState<readonly string[]>([]);
  const [isProtected, setProtected] = useState<boolean | null>(null);
  const change = changeOf({ ...typed, addTags, removeTags, protected: isProtected });
  const title = `Change notes for ${counted(boards, of)}`;
  const unchanged = { placeholder: 'Unchanged' };
  return (
    <FormDialog
      title={title}
      size="medium"
      action={title}
      form={form}
      off={change === null ? 'Nothing changed' : null}
      wrong={{ addTags: whyNotTags(addTags), removeTags: whyNotTags(removeTags) }}
      onSubmit={() => annotate(of, selection, change ?? {})}
    >
      <p className="muted">Notes are saved {place}, not on the service. You can undo these changes.</p>
      {of === 'board' && <TextField {...field('label')} {...unchanged} label="Label" data-autofocus />}
      <TextField {...field('customer')} {...unchanged} label="Customer" data-autofocus />
      <TextAreaField {...field('note')} {...unchanged} label="Note" rows={3} maxLength={LONGEST.line} />
      <TagsField label="Add tags" tags={addTags} onChange={setAddTags} error={form.errors['addTags']} />
      <TagsField
        label="Remove tags"
        placeholder="Tag to remove"
        tags={removeTags}
        onChange={setRemoveTags}
        error={form.errors['removeTags']}
      />
      <Choices legend="Protection" choices={PROTECTION} value={isProtected} onChange={setProtected} />
    </FormDialog>
  );
}

/** Change of the notes of several rows. Fields with an empty text, an empty list or null stay unchanged. */
type ChangeDraft = Required<Omit<LocalChange, 'protected'>> & { readonly protected: boolean | null };

export function changeOf({ addTags, removeTags, ...draft }: ChangeDraft): LocalChange | null {
  const [label, customer, note] = [draft.label.trim(), draft.customer.trim(), draft.note.trim()];
  const change: LocalChange = {
    ...(label !== '' && { label }),
    ...(customer !== '' && { customer }),
    ...(note !== '' && { note }),
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
    ...(draft.protected !== null && { protected: draft.protected }),
  };
  return Object.keys(change).length === 0 ? null : change;
}
