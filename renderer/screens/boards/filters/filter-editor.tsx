/** The small form that a filter is made or changed in. Enter takes it, Esc leaves everything as it was. */
import { useId, useRef, useState } from 'react';
import type { BoardFilter } from '../../../../preload/contract/boards.ts';
import { Button } from '../../../parts/button.tsx';
import { TextField } from '../../../parts/field.tsx';
import { Popover } from '../../../parts/popover.tsx';
import { useApp } from '../../../store/use-app.ts';
import { counted } from '../../../parts/format.ts';
import styles from './filter-editor.module.css';
import { filterOf, SUBJECT_NAMES, type FilterDraft, type FilterSubject } from './filter-draft.ts';
import { MARK_WORDS } from './filter-wording.ts';

export interface FilterEditorProps {
  readonly draft: FilterDraft;
  readonly isNew: boolean;
  readonly anchor: HTMLElement;
  readonly onApply: (filter: BoardFilter) => void;
  readonly onClose: () => void;
}

interface PartProps {
  readonly draft: FilterDraft;
  readonly error: (field: string) => string | undefined;
  readonly onChange: (change: Partial<FilterDraft>) => void;
}

/** The form at its chip, or at *Add filter*. */
export function FilterEditor(props: FilterEditorProps) {
  const { isNew, anchor, onApply, onClose } = props;
  const [draft, setDraft] = useState(props.draft);
  const [wrong, setWrong] = useState<{ readonly field: string; readonly why: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const title = SUBJECT_NAMES[draft.subject];

  function apply(): void {
    const drafted = filterOf(draft);
    if (drafted.ok) return onApply(drafted.filter);
    setWrong(drafted);
    form.current?.querySelector<HTMLElement>(`[name="${drafted.field}"]`)?.focus();
  }

  const part: PartProps = {
    draft,
    error: (field) => (wrong?.field === field ? wrong.why : undefined),
    onChange: (change) => {
      setDraft({ ...draft, ...change });
      setWrong(null);
    },
  };
  return (
    <Popover role="dialog" label={`Filter: ${title}`} anchor={anchor} onClose={onClose}>
      <form
        ref={form}
        className={`column-3 ${styles.form}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <h2 className={styles.title}>{title}</h2>
        <Parts {...part} />
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {isNew ? 'Add filter' : 'Change filter'}
          </Button>
        </div>
      </form>
    </Popover>
  );
}

function Parts(props: PartProps) {
  const { draft, error, onChange } = props;
  switch (draft.subject) {
    case 'created':
      return <CreatedParts {...props} />;
    case 'older-than':
    case 'newer-than':
      return (
        <TextField
          label="Days"
          name="days"
          inputMode="numeric"
          impersonal
          data-autofocus
          value={draft.days}
          onChange={(days) => onChange({ days })}
          error={error('days')}
        />
      );
    case 'field':
      return <FieldParts {...props} />;
    case 'tag':
    case 'customer':
    case 'id-prefix':
      return (
        <TextField
          label={TEXT_LABELS[draft.subject]}
          name="text"
          data-autofocus
          maxLength={200}
          mono={draft.subject === 'id-prefix'}
          value={draft.text}
          onChange={(text) => onChange({ text })}
          error={error('text')}
        />
      );
    default:
      return <MarkParts mark={draft.subject} {...props} />;
  }
}

const TEXT_LABELS = { tag: 'Tag', customer: 'Customer', 'id-prefix': 'Id starts with' } as const;

function CreatedParts({ draft, error, onChange }: PartProps) {
  return (
    <div className={styles.pair}>
      <TextField
        label="From"
        name="from"
        type="date"
        min="1970-01-02"
        impersonal
        data-autofocus
        value={draft.from}
        onChange={(from) => onChange({ from })}
        error={error('from')}
      />
      <TextField
        label="To (inclusive)"
        name="to"
        type="date"
        min="1970-01-02"
        impersonal
        value={draft.to}
        onChange={(to) => onChange({ to })}
        error={error('to')}
      />
    </div>
  );
}

/** Fields that the boards have are suggested; another one can be typed. */
function FieldParts({ draft, error, onChange }: PartProps) {
  const fields = useApp((state) => state.boardFields);
  const list = useId();
  return (
    <>
      <TextField
        label="Field"
        name="field"
        list={list}
        impersonal
        mono
        data-autofocus
        maxLength={200}
        value={draft.field}
        onChange={(field) => onChange({ field })}
        error={error('field')}
        hint={fields.length === 0 ? 'These boards have no other fields.' : undefined}
      />
      <datalist id={list}>
        {fields.map((field) => (
          <option key={field.name} value={field.name}>
            {counted(field.boards, 'board')}
          </option>
        ))}
      </datalist>
      <TextField
        label="Contains"
        name="text"
        maxLength={200}
        value={draft.text}
        onChange={(text) => onChange({ text })}
        error={error('text')}
      />
    </>
  );
}

type MarkSubject = Extract<FilterSubject, keyof typeof MARK_WORDS>;

/** Both answers, so that Enter takes the one that is chosen. */
function MarkParts({ mark, draft, onChange }: PartProps & { readonly mark: MarkSubject }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="visually-hidden">Which boards</legend>
      {[true, false].map((is) => (
        <label key={String(is)} className={`check ${styles.choice}`}>
          <input
            type="radio"
            name={name}
            checked={draft.is === is}
            data-autofocus={draft.is === is || undefined}
            onChange={() => onChange({ is })}
          />
          {MARK_WORDS[mark][is ? 0 : 1]}
        </label>
      ))}
    </fieldset>
  );
}
