/** The line below the toolbar: the current view, the filters as chips, and the number of matching boards. */
import { ListFilterPlus, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { BoardFilter, BoardMark } from '../../../../preload/contract/boards.ts';
import { Button } from '../../../parts/button.tsx';
import { classNames } from '../../../parts/class-names.ts';
import { Choices } from '../../../parts/choice.tsx';
import { TextField, type TextFieldProps } from '../../../parts/field.tsx';
import { counted } from '../../../parts/format.ts';
import { MenuButton } from '../../../parts/menu.tsx';
import { hueOf } from '../../../parts/tags.tsx';
import { Popover } from '../../../parts/popover.tsx';
import { MOST_FILTERS, filterKey } from '../../../store/board-query-slice.ts';
import { useActions, useApp } from '../../../store/use-app.ts';
import { useMatching } from '../use-matching.ts';
import { ViewsMenu } from '../views/views-menu.tsx';
import {
  draftFor,
  draftOf,
  FIELDS,
  filterOf,
  filterSentence,
  filterWording,
  MARK_WORDS,
  SUBJECT_NAMES,
  SUBJECTS,
  type FilterDraft,
  type FilterField,
  type WrongField,
} from './filters.ts';
import styles from './filter-line.module.css';

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
  const { putBoardFilter: put, removeBoardFilter: remove, clearBoardQuery: clear, say } = useActions();
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
    say(`Removed “${filterSentence(filter)}”.`);
    focusChip(index);
  }

  return (
    <div ref={bar} className="row start grow" role="group" aria-label="View and filters">
      <div className="row wrap gap-1 grow">
        <ViewsMenu />
        {query.filters.length > 0 && (
          <ul className={styles.contents} aria-label="Filters">
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
        <span className={styles.contents} data-add>
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
      <div className="row relative fixed">
        <Matching />
      </div>
      {editing !== null && (
        <FilterEditor
          key={`${editing.index} ${editing.draft.subject}`}
          draft={editing.draft}
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
  const hue =
    filter.kind === 'tag' ? hueOf(filter.tag) : filter.kind === 'customer' ? hueOf(filter.customer) : null;
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onRemove();
  };
  return (
    <li className={classNames('chip', hue !== null && 'hued')} data-hue={hue ?? undefined}>
      <button
        type="button"
        data-chip
        className="row gap-1 relative nowrap"
        aria-haspopup="dialog"
        aria-keyshortcuts="Delete"
        onKeyDown={press}
        onClick={(event) => onEdit(event.currentTarget)}
      >
        {/* The space parts the words for who hears them. */}
        <span className="ellipsis">{text} </span>
        {value !== null && <span className={`ellipsis grow bold sensitive ${styles.value}`}>{value}</span>}
        <span className="visually-hidden">. Edit</span>
      </button>
      <button
        type="button"
        className="muted"
        aria-label={`Remove ${sentence}`}
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
    <span role="status" className={`read-out muted nowrap ${styles.matching}`}>
      {asked && (counting ? 'counting…' : counted(matching, 'board'))}
      {asked && !counting && <span className="visually-hidden"> {matching === 1 ? 'matches' : 'match'}</span>}
    </span>
  );
}

interface FilterEditorProps {
  readonly draft: FilterDraft;
  readonly anchor: HTMLElement;
  readonly onApply: (filter: BoardFilter) => void;
  readonly onClose: () => void;
}

const DATE = { type: 'date', min: '1970-01-02', impersonal: true } as const;

const ATTRIBUTES: Readonly<Record<FilterField, Partial<TextFieldProps> & { readonly label: string }>> = {
  from: { label: 'From', ...DATE },
  to: { label: 'To (inclusive)', ...DATE },
  days: { label: 'Days', inputMode: 'numeric', impersonal: true },
  tag: { label: 'Tag' },
  customer: { label: 'Customer' },
  prefix: { label: 'Starts with', mono: true },
  name: { label: 'Field', impersonal: true, mono: true },
  text: { label: 'Contains' },
};

/** The form at its chip, or at *Add filter*. */
function FilterEditor(props: FilterEditorProps) {
  const { anchor, onApply, onClose } = props;
  const [draft, setDraft] = useState(props.draft);
  const [wrong, setWrong] = useState<WrongField | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const boardFields = useApp((state) => state.boardFields);
  const list = useId();
  const { subject } = draft;
  const title = SUBJECT_NAMES[subject];

  function change(changed: Partial<FilterDraft>): void {
    setDraft({ ...draft, ...changed });
    setWrong(null);
  }

  function apply(): void {
    const drafted = filterOf(draft);
    if ('kind' in drafted) return onApply(drafted);
    setWrong(drafted);
    form.current?.querySelector<HTMLElement>(`[name="${drafted.field}"]`)?.focus();
  }

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
        <h2>{title}</h2>
        {FIELDS[subject] === undefined ? (
          <Choices
            legend={<span className="visually-hidden">Which boards</span>}
            choices={MARK_WORDS[subject as BoardMark].map((words, at) => [at === 0, words] as const)}
            value={draft.is}
            onChange={(is) => change({ is })}
          />
        ) : (
          <div className={subject === 'created' ? 'halves' : 'column-3'}>
            {FIELDS[subject].map((field, at) => (
              <TextField
                key={field}
                name={field}
                list={field === 'name' ? list : undefined}
                maxLength={200}
                data-autofocus={at === 0 || undefined}
                {...ATTRIBUTES[field]}
                value={draft[field]}
                onChange={(text) => change({ [field]: text })}
                error={wrong?.field === field ? wrong.why : undefined}
                hint={field === 'name' && boardFields.length === 0 ? 'No other fields here.' : undefined}
              />
            ))}
            {/* Fields that the boards have are suggested; another one can be typed. */}
            <datalist id={list}>
              {boardFields.map(({ name, boards }) => (
                <option key={name} value={name}>
                  {counted(boards, 'board')}
                </option>
              ))}
            </datalist>
          </div>
        )}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </div>
      </form>
    </Popover>
  );
}
