/** Dialog that changes the notes of all selected boards or papers. */
import { useState } from 'react';
import type { BoardSelection, LocalChange } from '../../../../preload/contract/boards.ts';
import { Choices } from '../../../parts/choice.tsx';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { counted } from '../../../lib/format.ts';
import type { ListOf } from '../../../store/list-slice.ts';
import { useApp } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';
import { TagsField, TextBox, TEXTS, type TextName } from './note-fields.tsx';
import styles from './notes.module.css';

const NAMED: Readonly<Record<ListOf, readonly TextName[]>> = {
  board: ['label', 'customer', 'note'],
  paper: ['customer', 'note'],
};

const PROTECTION = [
  [null, 'Unchanged'],
  [true, 'Protected from bulk deletes'],
  [false, 'Not protected'],
] as const;

export interface EditNotesDialogProps {
  readonly of: ListOf;
  readonly selection: BoardSelection;
  readonly boards: number;
}

export function EditNotesDialog({ of, selection, boards }: EditNotesDialogProps) {
  const annotate = useApp((state) => state.annotate);
  const [draft, setDraft] = useState<ChangeDraft>(NO_CHANGE);
  const form = useSubmit();
  const change = changeOf(draft);
  const title = `Change notes of ${counted(boards, of)}`;
  const edit = (edited: Partial<ChangeDraft>): void => setDraft((now) => ({ ...now, ...edited }));
  return (
    <FormDialog
      title={title}
      size="medium"
      action={title}
      form={form}
      off={change === null ? 'Nothing changed' : null}
      onSubmit={() => void (change !== null && form.submit(() => annotate(of, selection, change)))}
    >
      <p className="muted">On this computer only. Can be undone.</p>
      {NAMED[of].map((field) => (
        <TextRow
          key={field}
          first={field === NAMED[of][0]}
          field={field}
          text={draft[field]}
          error={form.errors[field]}
          onChange={(text) => edit({ [field]: text })}
        />
      ))}
      <TagsField
        label="Add tags"
        tags={draft.addTags}
        onChange={(addTags) => edit({ addTags })}
        error={form.errors['addTags']}
      />
      <TagsField
        label="Remove tags"
        placeholder="Tag to remove"
        tags={draft.removeTags}
        onChange={(removeTags) => edit({ removeTags })}
        error={form.errors['removeTags']}
      />
      <Choices
        legend="Protection"
        choices={PROTECTION}
        value={draft.protected}
        onChange={(isProtected) => edit({ protected: isProtected })}
      />
    </FormDialog>
  );
}

interface TextRowProps {
  readonly first: boolean;
  readonly field: TextName;
  readonly text: string | null;
  readonly error: string | undefined;
  readonly onChange: (text: string | null) => void;
}

/** Text with a checkbox. Typing checks it. Checked and empty clears the text. */
function TextRow({ first, field, text, error, onChange }: TextRowProps) {
  const { name } = TEXTS[field];
  return (
    <div className={styles.row}>
      <label>
        <input
          type="checkbox"
          checked={text !== null}
          aria-label={`Change ${name.toLowerCase()}`}
          onChange={(event) => onChange(event.target.checked ? '' : null)}
        />
      </label>
      <Field label={name} error={error}>
        {(control) => (
          <TextBox
            {...control}
            data-autofocus={first || undefined}
            field={field}
            placeholder={text === null ? 'Unchanged' : 'Will be cleared'}
            value={text ?? ''}
            onType={onChange}
          />
        )}
      </Field>
    </div>
  );
}

/** Null leaves a text unchanged; an empty text clears it. */
export interface ChangeDraft extends Readonly<Record<TextName, string | null>> {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly protected: boolean | null;
}

export const NO_CHANGE: ChangeDraft = {
  label: null,
  customer: null,
  note: null,
  addTags: [],
  removeTags: [],
  protected: null,
};

export function changeOf(draft: ChangeDraft): LocalChange | null {
  const { label, customer, note, addTags, removeTags } = draft;
  const change: LocalChange = {
    ...(label !== null && { label: label.trim() }),
    ...(customer !== null && { customer: customer.trim() }),
    ...(note !== null && { note: note.trim() }),
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
    ...(draft.protected !== null && { protected: draft.protected }),
  };
  return Object.keys(change).length === 0 ? null : change;
}
