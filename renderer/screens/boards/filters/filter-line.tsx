import { ListFilterPlus, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { RowFilter, RowMark } from '../../../../preload/contract/boards.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { CommandButton } from '../../../commands/command-button.tsx';
import { deleteMatching } from '../../../commands/boards-commands.ts';
import { Button } from '../../../parts/button.tsx';
import { classNames } from '../../../parts/class-names.ts';
import { Choices } from '../../../parts/choice.tsx';
import { TextField, type TextFieldProps } from '../../../parts/field.tsx';
import { foldText } from '../../../../preload/contract/facts.ts';
import { counted, formatNumber } from '../../../lib/format.ts';
import { Form } from '../../../parts/form.tsx';
import { MenuButton } from '../../../parts/menu.tsx';
import { hueOf } from '../../../parts/tags.tsx';
import { Popover } from '../../../parts/popover.tsx';
import { MOST_FILTERS, filterKey, isNarrowed, type ListOf } from '../../../store/list-slice.ts';
import { NO_PICKS } from '../../../store/row-picks.ts';
import { useActions, useApp, useList } from '../../../store/use-app.ts';
import { ViewsMenu } from '../views/views.tsx';
import {
  draftFor,
  draftOf,
  FIELDS,
  filterOf,
  filterSentence,
  filterWording,
  markWords,
  subjectName,
  SUBJECTS,
  type FilterDraft,
  type FilterField,
  type InvalidField,
} from './filters.ts';
import styles from './filter-line.module.css';
import { onKeys } from '../../../lib/keys.ts';

export interface OfList {
  readonly of: ListOf;
}

interface Editing {
  readonly index: number | null;
  readonly draft: FilterDraft;
  readonly anchor: HTMLElement;
}

export function FilterLine({ of }: OfList) {
  const { query, views, picks, actions } = useList(of);
  const { say, readBoardNames, go } = useActions();
  const [editing, setEditing] = useState<Editing | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const full = query.filters.length >= MOST_FILTERS;
  const disabledReason = full ? `You can add at most ${MOST_FILTERS} filters` : null;
  const customer = query.filters.find((filter) => filter.kind === 'customer');
  const quickView = isNarrowed(query) ? undefined : views.find(({ builtIn }) => builtIn);

  function edit(opened: Editing): void {
    if (of === 'board') void readBoardNames();
    setEditing(opened);
  }

  /** Focuses the chip of a filter after the next render. Without such a chip, focuses the last one or *Add filter*. */
  function focusChip(index: number): void {
    requestAnimationFrame(() => {
      const chips = [...(bar.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
      const next = chips[Math.min(index, chips.length - 1)];
      (next ?? bar.current?.querySelector<HTMLElement>('[data-add] button'))?.focus();
    });
  }

  function applyFilter(filter: RowFilter): void {
    const index = editing?.index ?? null;
    actions.putFilter(filter, index);
    setEditing(null);
    if (index !== null) focusChip(index);
  }

  function removeAt(index: number, filter: RowFilter): void {
    actions.removeFilter(index);
    say(`Filter “${filterSentence(filter, of)}” removed.`);
    focusChip(index);
  }

  return (
    <div ref={bar} className="row start grow" role="group" aria-label="View and filters">
      <div className="row wrap gap-1 grow">
        <ViewsMenu of={of} />
        {query.filters.length > 0 && (
          <ul className={styles.contents} aria-label="Filters">
            {query.filters.map((filter, index) => (
              <Chip
                key={filterKey(filter)}
                of={of}
                filter={filter}
                onEdit={(anchor) => edit({ index, draft: draftOf(filter), anchor })}
                onRemove={() => removeAt(index, filter)}
              />
            ))}
          </ul>
        )}
        <span className={styles.contents} data-add>
          <MenuButton
            variant="quiet"
            icon={<ListFilterPlus size={14} />}
            disabledReason={disabledReason}
            groups={SUBJECTS[of].map(([title, subjects]) => ({
              title,
              entries: subjects.map((subject) => ({
                id: subject,
                label: `${subjectName(subject, of)}…`,
                onChoose: (anchor) => edit({ index: null, draft: draftFor(subject), anchor }),
              })),
            }))}
          >
            Add filter
          </MenuButton>
        </span>
        {!isNarrowed(query) && (
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            disabledReason={disabledReason}
            onClick={({ currentTarget: anchor }) =>
              edit({ index: null, draft: draftFor('customer'), anchor })
            }
          >
            Customer…
          </Button>
        )}
        {customer?.exact === true && (
          <Button variant="quiet" onClick={() => void go({ kind: 'customer', name: customer.customer })}>
            Show customer
          </Button>
        )}
        {quickView !== undefined && (
          <Button variant="quiet" className="folds" onClick={() => actions.applyView(quickView.id)}>
            {quickView.name}
          </Button>
        )}
        {isNarrowed(query) && (
          <Button variant="quiet" onClick={actions.clear}>
            Clear all
          </Button>
        )}
      </div>
      <div className="row relative fixed">
        {of === 'board' && <Matching />}
        {of === 'board' && isNarrowed(query) && picks === NO_PICKS && (
          <CommandButton command={deleteMatching} variant="quiet" />
        )}
      </div>
      {editing !== null && (
        <FilterEditor
          key={`${editing.index} ${editing.draft.subject}`}
          of={of}
          draft={editing.draft}
          anchor={editing.anchor}
          onApply={applyFilter}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

interface ChipProps extends OfList {
  readonly filter: RowFilter;
  readonly onEdit: (button: HTMLElement) => void;
  readonly onRemove: () => void;
}

function Chip({ of, filter, onEdit, onRemove }: ChipProps) {
  const [text, value] = filterWording(filter, of);
  const sentence = filterSentence(filter, of);
  const hue =
    filter.kind === 'tag' ? hueOf(filter.tag) : filter.kind === 'customer' ? hueOf(filter.customer) : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    onRemove();
  };
  return (
    <li className={classNames('chip', hue !== null && 'hued')} style={hue ?? undefined}>
      <button
        type="button"
        data-chip
        className="row gap-1 relative nowrap"
        aria-haspopup="dialog"
        aria-keyshortcuts="Delete"
        onKeyDown={onKeys(onKeyDown)}
        onClick={(event) => onEdit(event.currentTarget)}
      >
        {/* The space after the text separates it from the value. Otherwise screen readers would read one word. */}
        <span className="ellipsis">{text} </span>
        {value !== undefined && (
          <span className={`ellipsis grow bold sensitive ${styles.value}`}>{value}</span>
        )}
        <span className="visually-hidden">. Edit</span>
      </button>
      <button
        type="button"
        className="muted"
        aria-label={`Remove ${sentence}`}
        title="Remove"
        onKeyDown={onKeys(onKeyDown)}
        onClick={onRemove}
      >
        <X size={12} />
      </button>
    </li>
  );
}

function Matching() {
  const { query, matching, counting, undated } = useApp((state) => state.boardRows);
  const isFiltered = query !== null && isNarrowed(query);
  return (
    <span role="status" className={`read-out muted nowrap ${styles.matching}`}>
      {isFiltered && (counting ? 'counting…' : counted(matching, 'board'))}
      {isFiltered && !counting && (
        <span className="visually-hidden"> {matching === 1 ? 'matches' : 'match'}</span>
      )}
      {isFiltered && undated > 0 && (
        <span className="visually-hidden">, {formatNumber(undated)} left out: no creation date</span>
      )}
    </span>
  );
}

interface FilterEditorProps extends OfList {
  readonly draft: FilterDraft;
  readonly anchor: HTMLElement;
  readonly onApply: (filter: RowFilter) => void;
  readonly onClose: () => void;
}

const DATE = { type: 'date', min: '1970-01-02', impersonal: true } as const;

const ATTRIBUTES: Readonly<Record<FilterField, Partial<TextFieldProps> & { readonly label: string }>> = {
  from: { label: 'From', ...DATE },
  to: { label: 'To (inclusive)', ...DATE },
  days: { label: 'Days', inputMode: 'numeric', impersonal: true },
  tag: { label: 'Contains' },
  customer: { label: 'Contains' },
  prefix: { label: 'Starts with', mono: true },
  name: { label: 'Field', impersonal: true, mono: true },
  text: { label: 'Contains' },
};

const MOST_SUGGESTED = 200;

function FilterEditor(props: FilterEditorProps) {
  const { of, anchor, onApply, onClose } = props;
  const [draft, setDraft] = useState(props.draft);
  const [invalid, setInvalid] = useState<InvalidField | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { names } = useList(of);
  const list = useId();
  const { subject } = draft;
  const title = subjectName(subject, of);
  const isNamed = subject === 'tag' || subject === 'customer';
  const known = subject === 'tag' ? names.tags : names.customers;
  const typed = isNamed ? foldText(draft[subject].trim()) : '';
  const listed = known.filter(({ name }) => foldText(name).includes(typed));

  function change(changed: Partial<FilterDraft>): void {
    setDraft({ ...draft, ...changed });
    setInvalid(null);
  }

  function apply(): void {
    const parsed = filterOf(draft);
    if ('kind' in parsed) return onApply(parsed);
    setInvalid(parsed);
    form.current?.querySelector<HTMLElement>(`[name="${parsed.field}"]`)?.focus();
  }

  return (
    <Popover role="dialog" label={`Filter: ${title}`} anchor={anchor} onClose={onClose}>
      <Form ref={form} className={`column-3 ${styles.form}`} onSubmit={apply}>
        <h2>{title}</h2>
        {FIELDS[subject] === undefined ? (
          <Choices
            legend={<span className="visually-hidden">Rows to show</span>}
            choices={markWords(subject as RowMark, of).map((text, at) => [at === 0, text] as const)}
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
                data-autofocus={at === 0 || undefined}
                {...ATTRIBUTES[field]}
                maxLength={LONGEST.fieldName}
                value={draft[field]}
                onChange={(text) => change({ [field]: text })}
                error={invalid?.field === field ? invalid.message : undefined}
                hint={
                  field === 'name' && names.fields.length === 0
                    ? 'Easel found no other fields in the list.'
                    : undefined
                }
              />
            ))}
            {subject === 'field' && (
              <datalist id={list}>
                {names.fields.slice(0, MOST_SUGGESTED).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </datalist>
            )}
          </div>
        )}
        {isNamed && listed.length === 0 && (
          <p className="hint">{known.length === 0 ? `No ${subject}s yet.` : 'No matches.'}</p>
        )}
        {isNamed && listed.length > 0 && (
          <ul className={`scroll ${styles.names}`} aria-label={subject === 'tag' ? 'Tags' : 'Customers'}>
            {listed.slice(0, MOST_SUGGESTED).map(({ name, boards }) => (
              <li key={name}>
                <button
                  type="button"
                  className={`row wide bare ring-inside choosable ${styles.name}`}
                  onClick={() =>
                    onApply(
                      subject === 'tag'
                        ? { kind: 'tag', tag: name, exact: true }
                        : { kind: 'customer', customer: name, exact: true },
                    )
                  }
                >
                  <span className="grow ellipsis sensitive">{name}</span>
                  <span className="hint">{formatNumber(boards)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Apply
          </Button>
        </div>
      </Form>
    </Popover>
  );
}
