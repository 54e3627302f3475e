import { useState, useId } from 'react';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField, TextAreaField, type TextFieldProps } from '../../parts/field.tsx';
import { PersonName } from '../../parts/person-name.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { useAnswer } from '../../store/use-answer.ts';
import { useApp, useActions } from '../../store/use-app.ts';
import { useFields } from '../../store/use-dialog.ts';
import { counted } from '../../lib/format.ts';
import { TagsField } from '../boards/notes/tags-field.tsx';
import {
  readCount,
  whyNotCount,
  whyTooLong,
  linesOf,
  longNamesSentence,
  type NameList,
  namesIn,
  namesSentence,
} from './typed.ts';
import styles from './bulk.module.css';
import { FileText } from 'lucide-react';
import { Button } from '../../parts/button.tsx';

const PATTERN_HINT = '{n}: 1, 2, 3; {nn}: 01, 02, 03; {date}: today.';

export function CreateBoardsDialog() {
  const createManyBoards = useApp((state) => state.createManyBoards);
  const { typed, field, ...form } = useFields({ count: '10', label: '' });
  const [tags, setTags] = useState<readonly string[]>([]);
  const count = readCount(typed.count);
  const error = whyNotCount(count);
  const label = typed.label.trim();
  const preview = usePattern(label, label === '' || error !== null ? null : count);
  return (
    <FormDialog
      title="New boards"
      size="medium"
      action={error === null ? `Create ${counted(count ?? 0, 'board')}` : 'Create boards'}
      form={form}
      wrong={{ count: error, label: preview.error }}
      onSubmit={() => createManyBoards(count ?? 0, label, tags)}
    >
      <NumberedFields
        label="Label (optional)"
        pattern={field('label')}
        count={field('count')}
        names={preview.names}
      />
      <TagsField label="Tags (optional)" tags={tags} onChange={setTags} error={form.errors['tags']} />
      <p>If the service doesn’t confirm a board, the board is listed as “Outcome unknown”.</p>
      <TroubleNote part="board-api" />
    </FormDialog>
  );
}

/** Returns paper names from a pattern and a typed count, and the errors of both inputs. If not `isOn`, no names. */
export function useNumbered(isOn: boolean, pattern: string, typedCount: string) {
  const count = readCount(typedCount);
  const { names, error } = usePattern(pattern, isOn && whyNotCount(count) === null ? count : null);
  return { names, invalid: { count: whyNotCount(count), plain: error ?? whyTooLong(names) } };
}

export interface NumberedFieldsProps {
  readonly label: string;
  readonly pattern: Pick<TextFieldProps, 'value' | 'onChange' | 'error'>;
  readonly count: Pick<TextFieldProps, 'value' | 'onChange' | 'error'>;
  readonly names: readonly string[];
}

export function NumberedFields({ label, pattern, count, names }: NumberedFieldsProps) {
  return (
    <>
      <div className={`gap-3 ${styles.row}`}>
        <TextField label={label} {...pattern} hint={PATTERN_HINT} />
        <TextField label="How many?" inputMode="numeric" impersonal {...count} data-autofocus />
      </div>
      <Preview names={names} />
    </>
  );
}

/** Returns the names that main would create from the pattern. Empty if `count` is null. */
function usePattern(pattern: string, count: number | null) {
  const namesFrom = useApp((state) => state.namesFrom);
  const [answer] = useAnswer(count === null ? null : `${count} ${pattern}`, () =>
    namesFrom(pattern, count ?? 0),
  );
  const preview = count === null ? null : answer;
  const error = preview?.ok === false ? preview.error : null;
  return {
    names: preview?.ok ? preview.value : [],
    error: error === null ? null : (error.fields?.['pattern'] ?? error.message),
  };
}

function Preview({ names }: { readonly names: readonly string[] }) {
  const title = useId();
  if (names.length === 0) return null;
  const shown = names.length <= 4 ? names : [...names.slice(0, 3), '…', names.at(-1) ?? ''];
  return (
    <div className="inset round sunken">
      <p className="hint" id={title}>
        Resulting names
      </p>
      <ul aria-labelledby={title}>
        {shown.map((name) => (
          <li key={name} className="ellipsis">
            <PersonName name={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface NamesFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
  readonly list: NameList;
  /** Set if the list contains names of people. Rooms will show these names. */
  readonly people?: boolean;
  /** Set if the file's encoding was guessed to be Windows-1252, so that some letters may be wrong. */
  readonly isGuessed?: boolean;
}

/** Maximum length of a pasted list of names in characters. The main process has the same limit. */
const LONGEST_LIST = 2_000_000;

export function NamesField({ list, people = false, isGuessed = false, ...field }: NamesFieldProps) {
  const { readNameTable, raise } = useActions();
  const [hasGuess, setHasGuess] = useState(isGuessed);

  async function choose(): Promise<void> {
    const read = await readNameTable();
    if (!read.ok) return raise(read.error);
    if (read.value === null) return;
    setHasGuess(read.value.isGuessed);
    field.onChange(linesOf(namesIn(read.value.rows)));
  }

  const long = people ? longNamesSentence(list) : '';
  return (
    <div className="column-2">
      <TextAreaField
        {...field}
        label="Names"
        hint={`${namesSentence(list)} ${long}`.trim()}
        rows={7}
        maxLength={LONGEST_LIST}
      />
      <div className="row">
        <Button icon={<FileText size={14} />} onClick={() => void choose()}>
          Choose CSV…
        </Button>
      </div>
      {hasGuess && (
        <p className="warning">Check the names: the file is not UTF-8, so letters such as ä may be wrong.</p>
      )}
    </div>
  );
}
