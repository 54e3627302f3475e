/** Editable notes in the inspector. They are stored on this computer only. */
import { useState, type KeyboardEvent } from 'react';
import type { RowNotes, LocalChange } from '../../../../preload/contract/boards.ts';
import { Button } from '../../../parts/button.tsx';
import { Choice } from '../../../parts/choice.tsx';
import { failureSentence } from '../../../parts/failure-notice.tsx';
import { TextAreaField, TextField } from '../../../parts/field.tsx';
import { RenameField } from '../../../parts/rename.tsx';
import type { ListOf } from '../../../store/list-slice.ts';
import { useActions, useApp } from '../../../store/use-app.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { TagsField } from './tags-field.tsx';
import { onKeys } from '../../../lib/keys.ts';

const NOTHING: RowNotes = { label: '', note: '', tags: [], customer: '', protected: false };

/** Saves a change. Returns the error message, or an empty text. */
type Save = (change: LocalChange) => Promise<string>;

export interface LocalNotesProps {
  readonly of: ListOf;
  readonly id: string;
  readonly local: RowNotes | null;
}

/** Fields for the notes. Each field is saved separately. Callers must use the id as React key. */
export function LocalNotes({ of, id, local }: LocalNotesProps) {
  const { annotate, go } = useActions();
  const saved = local ?? NOTHING;
  const save: Save = async (change) => {
    const failure = await annotate(of, { kind: 'ids', ids: [id] }, change);
    return failure === null ? '' : failureSentence(failure);
  };
  return (
    <section className="column-3 apart" aria-label="Notes on this computer" data-notes>
      <h2>Notes on this computer</h2>
      {of === 'board' && <SavedText field="label" label="Label" saved={saved.label} onSave={save} />}
      <SavedText field="customer" label="Customer" saved={saved.customer} onSave={save} />
      {saved.customer !== '' && (
        <div>
          <Button variant="quiet" onClick={() => void go({ kind: 'customer', name: saved.customer })}>
            Show customer
          </Button>
        </div>
      )}
      <Tags saved={saved.tags} onSave={save} />
      <SavedText field="note" label="Note" saved={saved.note} onSave={save} />
      <Protection saved={saved.protected} onSave={save} />
    </section>
  );
}

export function LabelField({ boardId, label }: { readonly boardId: string; readonly label: string }) {
  const annotate = useApp((state) => state.annotate);
  return (
    <RenameField
      id={boardId}
      label="Rename board"
      placeholder="Label (optional)"
      saved={label}
      onKeep={(id, name) => annotate('board', { kind: 'ids', ids: [id] }, { label: name })}
    />
  );
}

/**
 * Returns the value to show. After a change this is the sent value, until the list updates. If saving fails, the old
 * value returns.
 */
function useSaved<T>(saved: T, onSave: Save) {
  const [sent, setSent] = useState<{ readonly base: string; readonly value: T } | null>(null);
  const [error, setError] = useState('');
  const base = JSON.stringify(saved);
  async function save(value: T, change: LocalChange): Promise<boolean> {
    setSent({ base, value });
    const message = await onSave(change);
    setError(message);
    if (message !== '') setSent(null);
    return message === '';
  }
  return { shown: sent?.base === base ? sent.value : saved, error, save };
}

interface SavedTextProps {
  readonly field: 'label' | 'customer' | 'note';
  readonly label: string;
  readonly saved: string;
  readonly onSave: Save;
}

/**
 * A text field that is saved on Enter (in the note: Ctrl+Enter) or when the focus leaves. Esc discards the change. If
 * saving fails, the text stays in the field.
 */
function SavedText({ field, label, saved, onSave }: SavedTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { shown, error, save } = useSaved(saved, onSave);

  async function send(): Promise<void> {
    const text = (typed ?? shown).trim();
    // Enter already saved the text. A second save at the following blur would replace the undo step.
    if (typed === null || text === shown) return setTyped(null);
    const isKept = await save(text, { [field]: text });
    // Text that the user typed during the save stays in the field.
    setTyped((now) => (isKept && now?.trim() === text ? null : (now ?? (isKept ? null : text))));
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
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
    onChange: setTyped,
    onBlur: () => void send(),
    onKeyDown: onKeys(onKeyDown),
  };
  return field === 'note' ? <TextAreaField {...control} rows={3} /> : <TextField {...control} />;
}

function Tags({ saved, onSave }: { readonly saved: readonly string[]; readonly onSave: Save }) {
  const { shown, error, save } = useSaved(saved, onSave);

  function change(tags: readonly string[]): void {
    const addTags = tags.filter((tag) => !shown.includes(tag));
    const removeTags = shown.filter((tag) => !tags.includes(tag));
    void save(tags, {
      ...(addTags.length > 0 && { addTags }),
      ...(removeTags.length > 0 && { removeTags }),
    });
  }
  return <TagsField label="Tags" tags={shown} onChange={change} error={error} />;
}

interface ProtectionProps {
  readonly saved: boolean;
  readonly onSave: Save;
}

function Protection({ saved, onSave }: ProtectionProps) {
  const { shown, error, save } = useSaved(saved, onSave);
  return (
    <div>
      <Choice
        checked={shown}
        onChange={(on) => void save(on, { protected: on })}
        hint="Can’t be deleted from here."
      >
        Protected
      </Choice>
      {error !== '' && (
        <p className="danger" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
