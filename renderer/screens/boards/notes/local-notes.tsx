/** What people have written about the board or paper in the inspector: edited in place, kept on this computer. */
import { useState, type KeyboardEvent } from 'react';
import type { RowNotes, LocalChange } from '../../../../preload/contract/boards.ts';
import { Choice } from '../../../parts/choice.tsx';
import { failureSentence } from '../../../parts/failure-notice.tsx';
import { Field } from '../../../parts/field.tsx';
import { RenameField } from '../../../parts/rename.tsx';
import type { ListOf } from '../../../store/list-slice.ts';
import { useApp } from '../../../store/use-app.ts';
import { TagsField, TextBox, TEXTS, type TextName } from './note-fields.tsx';

const NOTHING: RowNotes = { label: '', note: '', tags: [], customer: '', protected: false };

/** Saves one change; returns its error, or an empty text. */
type Save = (change: LocalChange) => Promise<string>;

export interface LocalNotesProps {
  readonly of: ListOf;
  readonly id: string;
  readonly local: RowNotes | null;
}

/** The fields; each is saved for itself. A paper has a name in place of a label. Give it the id as its key. */
export function LocalNotes({ of, id, local }: LocalNotesProps) {
  const annotate = useApp((state) => state.annotate);
  const saved = local ?? NOTHING;
  const save: Save = async (change) => {
    const failure = await annotate(of, { kind: 'ids', ids: [id] }, change);
    return failure === null ? '' : failureSentence(failure);
  };
  return (
    <section className="column-3 apart" aria-label="Notes on this computer">
      <h2>Notes on this computer</h2>
      {of === 'board' && <TextField field="label" saved={saved.label} onSave={save} />}
      <TextField field="customer" saved={saved.customer} onSave={save} />
      <Tags saved={saved.tags} onSave={save} />
      <TextField field="note" saved={saved.note} onSave={save} />
      <Protection of={of} saved={saved.protected} onSave={save} />
    </section>
  );
}

interface LabelFieldProps {
  readonly boardId: string;
  readonly label: string;
}

/** The label where it stands in the list. */
export function LabelField({ boardId, label }: LabelFieldProps) {
  const annotate = useApp((state) => state.annotate);
  return (
    <RenameField
      id={boardId}
      label="Rename board"
      placeholder="Label (optional)"
      saved={label}
      longest={TEXTS.label.most}
      onKeep={(id, name) => annotate('board', { kind: 'ids', ids: [id] }, { label: name })}
    />
  );
}

/** What is sent shows at once, until the list brings another value; what could not be saved is not shown as if it were. */
function useSaved<T>(saved: T, onSave: Save) {
  const [sent, setSent] = useState<{ readonly over: string; readonly value: T } | null>(null);
  const [error, setError] = useState('');
  const over = JSON.stringify(saved);
  async function keep(value: T, change: LocalChange): Promise<boolean> {
    setSent({ over, value });
    const wrong = await onSave(change);
    setError(wrong);
    if (wrong !== '') setSent(null);
    return wrong === '';
  }
  return { shown: sent?.over === over ? sent.value : saved, error, keep };
}

interface TextFieldProps {
  readonly field: TextName;
  readonly saved: string;
  readonly onSave: Save;
}

/**
 * A text: leaving the field or Enter saves it, in the note Ctrl+Enter; Esc takes it back. What could not be saved stays
 * typed.
 */
function TextField({ field, saved, onSave }: TextFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { shown, error, keep } = useSaved(saved, onSave);

  async function send(): Promise<void> {
    const text = (typed ?? shown).trim();
    // Enter sends it, and leaving the field right after finds it shown already: twice would take the undo.
    if (typed === null || text === shown) return setTyped(null);
    const isKept = await keep(text, { [field]: text });
    // Typed on meanwhile: that is kept for the next time.
    setTyped((now) => (isKept && now?.trim() === text ? null : (now ?? (isKept ? null : text))));
  }

  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
    } else if (event.key === 'Enter' && (field !== 'note' || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  };
  return (
    <Field label={TEXTS[field].name} error={error}>
      {(control) => (
        <TextBox
          {...control}
          field={field}
          value={typed ?? shown}
          onType={setTyped}
          onBlur={() => void send()}
          onKeyDown={press}
        />
      )}
    </Field>
  );
}

function Tags({ saved, onSave }: { readonly saved: readonly string[]; readonly onSave: Save }) {
  const { shown, error, keep } = useSaved(saved, onSave);

  function change(tags: readonly string[]): void {
    const addTags = tags.filter((tag) => !shown.includes(tag));
    const removeTags = shown.filter((tag) => !tags.includes(tag));
    void keep(tags, {
      ...(addTags.length > 0 && { addTags }),
      ...(removeTags.length > 0 && { removeTags }),
    });
  }
  return <TagsField label="Tags" tags={shown} onChange={change} error={error} />;
}

const PROTECTED = { board: 'Left out of bulk deletes.', paper: 'Can’t be deleted from here.' } as const;

interface ProtectionProps {
  readonly of: ListOf;
  readonly saved: boolean;
  readonly onSave: Save;
}

function Protection({ of, saved, onSave }: ProtectionProps) {
  const { shown, error, keep } = useSaved(saved, onSave);
  return (
    <div>
      <Choice checked={shown} onChange={(on) => void keep(on, { protected: on })} hint={PROTECTED[of]}>
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
