/** What people have written about the board or paper in the inspector: edited in place, kept on this computer. */
import { useRef, useState, type KeyboardEvent } from 'react';
import type { BoardLocal, LocalChange } from '../../../../preload/contract/boards.ts';
import { Choice } from '../../../parts/choice.tsx';
import { failureSentence } from '../../../parts/failure-notice.tsx';
import { Field } from '../../../parts/field.tsx';
import { RenameField } from '../../../parts/rename.tsx';
import type { ListOf } from '../../../store/list-slice.ts';
import { useApp } from '../../../store/use-app.ts';
import { TagsField, TextBox, TEXTS, type TextName } from './note-fields.tsx';

const NOTHING: BoardLocal = { label: '', note: '', tags: [], customer: '', protected: false };

/** Saves one change; returns its error, or an empty text. */
type Save = (change: LocalChange) => Promise<string>;

export interface LocalNotesProps {
  readonly of: ListOf;
  readonly id: string;
  readonly local: BoardLocal | null;
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
      <Protection saved={saved.protected} hint={PROTECTED[of]} onSave={save} />
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

/** A value of the list's, or what was sent in its place, until the list brings another one. */
function useSent<T>(saved: T): readonly [T, (sent: T) => void] {
  const [state, setState] = useState({ saved, shown: saved });
  const isSame = JSON.stringify(state.saved) === JSON.stringify(saved);
  if (!isSame) setState({ saved, shown: saved });
  return [isSame ? state.shown : saved, (shown) => setState({ saved, shown })];
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
  const [error, setError] = useState('');
  const [known, setSent] = useSent(saved);
  const sending = useRef<string | null>(null);

  async function keep(): Promise<void> {
    const text = (typed ?? known).trim();
    // Enter sends it, and so does leaving the field right after: a second time it would change nothing, and take the undo.
    if (sending.current === text) return;
    if (typed === null || text === known) {
      setTyped(null);
      setError('');
      return;
    }
    sending.current = text;
    const wrong = await onSave({ [field]: text });
    sending.current = null;
    setError(wrong);
    if (wrong !== '') return;
    setSent(text);
    // Typed on meanwhile: that is kept for the next time.
    setTyped((now) => (now?.trim() === text ? null : now));
  }

  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
      setError('');
    } else if (event.key === 'Enter' && (field !== 'note' || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void keep();
    }
  };
  return (
    <Field label={TEXTS[field].name} error={error}>
      {(control) => (
        <TextBox
          {...control}
          field={field}
          value={typed ?? known}
          onType={setTyped}
          onBlur={() => void keep()}
          onKeyDown={press}
        />
      )}
    </Field>
  );
}

/** What is sent shows at once; what could not be saved is not shown as if it were. */
function useAtOnce<T>(saved: T, onSave: Save) {
  const [error, setError] = useState('');
  const [shown, setSent] = useSent(saved);
  async function keep(sent: T, change: LocalChange): Promise<void> {
    setSent(sent);
    const wrong = await onSave(change);
    setError(wrong);
    if (wrong !== '') setSent(shown);
  }
  return { shown, error, keep };
}

function Tags({ saved, onSave }: { readonly saved: readonly string[]; readonly onSave: Save }) {
  const { shown, error, keep } = useAtOnce(saved, onSave);

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

/** What protection does. */
const PROTECTED = { board: 'Left out of bulk deletes.', paper: 'Can’t be deleted from here.' } as const;

interface ProtectionProps {
  readonly saved: boolean;
  readonly hint: string;
  readonly onSave: Save;
}

function Protection({ saved, hint, onSave }: ProtectionProps) {
  const { shown, error, keep } = useAtOnce(saved, onSave);
  return (
    <div>
      <Choice checked={shown} onChange={(on) => void keep(on, { protected: on })} hint={hint}>
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
