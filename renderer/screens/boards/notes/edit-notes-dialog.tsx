/** Changes the notes of the selected boards at once: what is not chosen stays as it is on each of them. */
import { useId, useState } from 'react';
import type { BoardSelection, LocalChange } from '../../../../preload/contract/boards.ts';
import { classNames } from '../../../parts/class-names.ts';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { useApp } from '../../../store/use-app.ts';
import { useSubmit } from '../../../store/use-dialog.ts';
import { counted } from '../../../parts/format.ts';
import { Choice } from '../../../parts/choice.tsx';
import styles from './notes.module.css';
import { TagsField } from './tags-field.tsx';

const NAMES: Readonly<Record<TextName, string>> = { label: 'Label', customer: 'Customer', note: 'Note' };
const LONGEST: Readonly<Record<TextName, number>> = { label: 512, customer: 512, note: 4096 };

export interface EditNotesDialogProps {
  readonly selection: BoardSelection;
  readonly boards: number;
}

/** The dialog. A failure keeps what was typed. */
export function EditNotesDialog({ selection, boards }: EditNotesDialogProps) {
  const annotate = useApp((state) => state.annotateBoards);
  const [draft, setDraft] = useState<ChangeDraft>(NO_CHANGE);
  const form = useSubmit();
  const change = changeOf(draft);
  const name = useId();

  const setText = (field: TextName, text: string | null): void =>
    setDraft({ ...draft, texts: { ...draft.texts, [field]: text } });
  const protection = [
    [null, 'Unchanged'],
    [true, 'Protected from bulk deletes'],
    [false, 'Not protected'],
  ] as const;
  return (
    <FormDialog
      title={`Edit notes of ${counted(boards, 'board')}`}
      size="medium"
      action={`Change notes of ${counted(boards, 'board')}`}
      form={form}
      off={change === null ? 'Change something first' : null}
      onSubmit={() => void (change !== null && form.submit(() => annotate(selection, change)))}
    >
      <p className="muted">On this computer only. Can be undone.</p>
      {TEXTS.map((field) => (
        <TextRow
          key={field}
          name={NAMES[field]}
          most={LONGEST[field]}
          long={field === 'note'}
          text={draft.texts[field]}
          error={form.errors[field]}
          onChange={(text) => setText(field, text)}
        />
      ))}
      <TagsField
        label="Add tags"
        tags={draft.addTags}
        onChange={(addTags) => setDraft((now) => ({ ...now, addTags }))}
        error={form.errors['addTags']}
      />
      <TagsField
        label="Remove tags"
        placeholder="Tag to remove"
        tags={draft.removeTags}
        onChange={(removeTags) => setDraft((now) => ({ ...now, removeTags }))}
        error={form.errors['removeTags']}
      />
      <fieldset>
        <legend className="heading">Protection</legend>
        {protection.map(([value, label]) => (
          <Choice
            key={label}
            begins
            group={name}
            checked={draft.protected === value}
            onChange={() => setDraft({ ...draft, protected: value })}
          >
            {label}
          </Choice>
        ))}
      </fieldset>
    </FormDialog>
  );
}

interface TextRowProps {
  readonly name: string;
  readonly most: number;
  readonly long: boolean;
  readonly text: string | null;
  readonly error: string | undefined;
  readonly onChange: (text: string | null) => void;
}

/** A text with its tick: typing ticks it, and ticked and empty it is cleared. */
function TextRow({ name, most, long, text, error, onChange }: TextRowProps) {
  const id = useId();
  const control = {
    'aria-label': name,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-describedby': error === undefined ? undefined : id,
    className: classNames(
      'control',
      styles.line,
      long && styles.long,
      text !== null && text !== '' && 'sensitive',
    ),
    placeholder: text === null ? 'Unchanged' : 'Will be cleared',
    maxLength: most,
    value: text ?? '',
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
  };
  return (
    <div className={styles.row}>
      <label>
        <input
          type="checkbox"
          checked={text !== null}
          aria-label={`Change ${name.toLowerCase()}`}
          onChange={(event) => onChange(event.target.checked ? '' : null)}
        />
        {name}
      </label>
      <div>
        {long ? (
          <textarea {...control} rows={2} />
        ) : (
          <input type="text" autoComplete="off" data-autofocus={name === 'Label' || undefined} {...control} />
        )}
        {error !== undefined && (
          <p className="danger" id={id}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

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
