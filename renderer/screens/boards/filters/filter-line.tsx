/** The line below the toolbar: the current view, the filters as chips, and the number of matching boards. */
import { ListFilterPlus, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, useId } from 'react';
import type { BoardFilter } from '../../../../preload/contract/boards.ts';
import { Button } from '../../../parts/button.tsx';
import { MenuButton } from '../../../parts/menu.tsx';
import { useActions, useApp } from '../../../store/use-app.ts';
import { counted } from '../../../parts/format.ts';
import { useMatching } from '../use-matching.ts';
import { OverviewButton } from '../overview/overview-button.tsx';
import { ViewsMenu } from '../views/views-menu.tsx';
import {
  draftFor,
  draftOf,
  SUBJECT_NAMES,
  SUBJECTS,
  type FilterDraft,
  filterOf,
  type FilterSubject,
} from './filter-draft.ts';
import styles from './filter-line.module.css';
import { filterSentence, filterWording, MARK_WORDS } from './filter-wording.ts';
import { MOST_FILTERS, filterKey } from '../../../store/board-query.ts';
import { TextField } from '../../../parts/field.tsx';
import { Popover } from '../../../parts/popover.tsx';

/** A filter that is edited: `index` is null for a new one. */
interface Editing {
  readonly index: number | null;
  readonly draft: FilterDraft;
  /** What the editor stands at. */
  readonly anchor: HTMLElement;
}

/** The bar; the whole of it works from the keyboard. */
export function FilterLine() {
  const query = useApp((state) => state.boardQuery);
  const { putBoardFilter: put, removeBoardFilter: remove, clearBoardQuery: clear, announce } = useActions();
  const [editing, setEditing] = useState<Editing | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const full = query.filters.length >= MOST_FILTERS;

  /** Once the chips are drawn anew: to the one at `index`, the last one, or what adds another. */
  function focusChip(index: number): void {
    requestAnimationFrame(() => {
      const chips = [...(bar.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
      const next = chips[Math.min(index, chips.length - 1)];
      (next ?? bar.current?.querySelector<HTMLElement>('[data-add] button'))?.focus();
    });
  }

  function take(filter: BoardFilter): void {
    const index = editing?.index ?? null;
    put(filter, index);
    setEditing(null);
    if (index !== null) focusChip(index);
  }

  function removeAt(index: number, filter: BoardFilter): void {
    remove(index);
    announce(`Removed the filter ${filterSentence(filter)}.`);
    focusChip(index);
  }

  return (
    <div ref={bar} className={styles.line} role="group" aria-label="View and filters">
      <div className={styles.question}>
        <ViewsMenu />
        {query.filters.length > 0 && (
          <ul className={styles.chips} aria-label="Filters">
            {query.filters.map((filter, index) => (
              <Chip
                key={filterKey(filter)}
                filter={filter}
                onEdit={(anchor) => setEditing({ index, draft: draftOf(filter), anchor })}
                onRemove={() => removeAt(index, filter)}
              />
            ))}
          </ul>
        )}
        <span className={styles.add} data-add>
          <MenuButton
            variant="quiet"
            icon={<ListFilterPlus size={14} />}
            disabledReason={full ? `At most ${MOST_FILTERS} filters` : null}
            groups={SUBJECTS.map(([title, subjects]) => ({
              title,
              entries: subjects.map((subject) => ({
                id: subject,
                label: `${SUBJECT_NAMES[subject]}…`,
                onChoose: (anchor) => setEditing({ index: null, draft: draftFor(subject), anchor }),
              })),
            }))}
          >
            Add filter
          </MenuButton>
        </span>
        {(query.filters.length > 0 || query.find !== '') && (
          <Button variant="quiet" onClick={clear}>
            Clear all
          </Button>
        )}
      </div>
      <div className={styles.end}>
        <Matching />
        <OverviewButton />
      </div>
      {editing !== null && (
        <FilterEditor
          key={`${editing.index} ${editing.draft.subject}`}
          draft={editing.draft}
          isNew={editing.index === null}
          anchor={editing.anchor}
          onApply={take}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

interface ChipProps {
  readonly filter: BoardFilter;
  readonly onEdit: (button: HTMLElement) => void;
  readonly onRemove: () => void;
}

/** One filter: pressed, it is edited; Delete, Backspace or its cross takes it away. */
function Chip({ filter, onEdit, onRemove }: ChipProps) {
  const { text, value } = filterWording(filter);
  const sentence = filterSentence(filter);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onRemove();
  };
  return (
    <li className={styles.chip}>
      <button
        type="button"
        data-chip
        className={styles.words}
        aria-haspopup="dialog"
        aria-keyshortcuts="Delete"
        onKeyDown={press}
        onClick={(event) => onEdit(event.currentTarget)}
      >
        {/* The space parts the words for who hears them. */}
        <span>{text} </span>
        {value !== null && <span className={`${styles.value} sensitive`}>{value}</span>}
        <span className="visually-hidden">. Edit</span>
      </button>
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove the filter ${sentence}`}
        title="Remove"
        onKeyDown={press}
        onClick={onRemove}
      >
        <X size={12} />
      </button>
    </li>
  );
}

/** How many boards are left; said aloud whenever it changes under a question. */
function Matching() {
  const { asked, matching, counting } = useMatching();
  return (
    <span role="status" className={`read-out ${styles.matching}`}>
      {asked && (counting ? 'counting…' : counted(matching, 'board'))}
      {asked && !counting && <span className="visually-hidden"> {matching === 1 ? 'matches' : 'match'}</span>}
    </span>
  );
}

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
