/** Dialogs that create many boards or papers. A class pack is a set of papers with one join link per person. */
import { FileText } from 'lucide-react';
import { useId, useState } from 'react';
import { LONGEST_PAPER_NAME, patternNames } from '../../../preload/contract/later-facts.ts';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { Button } from '../../parts/button.tsx';
import { Choices } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextAreaField, TextField, type TextFieldProps } from '../../parts/field.tsx';
import { counted } from '../../lib/format.ts';
import { dayOf } from '../../parts/days.ts';
import { PersonName } from '../../parts/person-name.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import type { PackPapers } from '../../store/bulk-slice.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields, useSubmit } from '../../store/use-dialog.ts';
import { TagsField, whyNotTags } from '../boards/notes/tags-field.tsx';
import { MAY_EXIST, TemplateField, UnknownPaper } from '../papers/dialogs.tsx';
import styles from './bulk.module.css';
import {
  linesOf,
  type NameList,
  namesIn,
  namesSentence,
  readCount,
  readNames,
  whyNotCount,
  whyNotNames,
} from './typed.ts';

const PATTERN_HINT = '{n}: 1, 2, 3; {nn}: 01, 02, 03; {date}: today.';

export function CreateBoardsDialog() {
  const createManyBoards = useApp((state) => state.createManyBoards);
  const { typed, field, ...form } = useFields({ count: '10', label: '' });
  const [tags, setTags] = useState<readonly string[]>([]);
  const count = readCount(typed.count);
  const error = whyNotCount(count);
  const label = typed.label.trim();
  const preview = previewOf(label, label === '' || error !== null ? null : count);
  return (
    <FormDialog
      title="New boards"
      size="medium"
      action={error === null ? `Create ${counted(count ?? 0, 'board')}` : 'Create boards'}
      form={form}
      wrong={{ count: error, label: preview.why, tags: whyNotTags(tags) }}
      onSubmit={() => createManyBoards(count ?? 0, label, tags)}
    >
      <NumberedFields
        label="Label (optional)"
        pattern={field('label')}
        count={field('count')}
        names={preview.names}
      />
      <TagsField label="Tags (optional)" tags={tags} onChange={setTags} error={form.errors['tags']} />
      <p>Boards that the service doesn’t confirm are listed as “Outcome unknown”.</p>
      <TroubleNote part="board-api" />
    </FormDialog>
  );
}

type Typed = Pick<TextFieldProps, 'value' | 'onChange' | 'error'>;

interface NumberedFieldsProps {
  readonly label: string;
  readonly pattern: Typed;
  readonly count: Typed;
  readonly names: readonly string[];
}

function NumberedFields({ label, pattern, count, names }: NumberedFieldsProps) {
  const title = useId();
  const shown = names.length <= 4 ? names : [...names.slice(0, 3), '…', names.at(-1) ?? ''];
  return (
    <>
      <div className={`gap-3 ${styles.row}`}>
        <TextField label={label} {...pattern} hint={PATTERN_HINT} />
        <TextField label="Number to create" inputMode="numeric" impersonal {...count} data-autofocus />
      </div>
      {names.length > 0 && (
        <div className="inset round sunken">
          <p className="hint" id={title}>
            Result
          </p>
          <ul aria-labelledby={title}>
            {shown.map((name) => (
              <li key={name} className="ellipsis">
                <PersonName name={name} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Returns the names for a pattern, or the reason why it is invalid. Returns no names if `count` is null. */
function previewOf(pattern: string, count: number | null): ReturnType<typeof patternNames> {
  return count === null ? { names: [], why: null } : patternNames(pattern.trim(), count, dayOf(Date.now()));
}

interface NamesFieldProps extends Typed {
  readonly list: NameList;
  /** True if the file's encoding was guessed as Windows-1252. Some letters may then be wrong. */
  readonly isGuessed: boolean;
}

/** Maximum length of a pasted list of names in characters. The main process has the same limit. */
const LONGEST_LIST = 2_000_000;

function NamesField({ list, isGuessed, ...field }: NamesFieldProps) {
  const { readNameTable, raise } = useActions();
  const [hasGuess, setHasGuess] = useState(isGuessed);

  async function choose(): Promise<void> {
    const read = await readNameTable();
    if (!read.ok) return raise(read.error);
    if (read.value === null) return;
    setHasGuess(read.value.isGuessed);
    field.onChange(linesOf(namesIn(read.value.rows)));
  }

  return (
    <div className="column-2">
      <TextAreaField {...field} label="Names" hint={namesSentence(list)} rows={7} maxLength={LONGEST_LIST} />
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

const NEW_PAPERS = [
  ['shared', 'One new paper for everyone'],
  ['each', 'One new paper per person'],
  ['plain', 'New papers without join links'],
] as const satisfies readonly (readonly [PackPapers, string])[];

export function ClassPackDialog(props: PropsOf<'class-pack'>) {
  const { templateId, pattern, packPapers: initial = 'shared', table } = props;
  const source = useApp((state) => state.papers?.find((each) => each.identifier === templateId) ?? null);
  const { makePack, makeLinks, createManyPapers } = useActions();
  const [papers, setPapers] = useState<PackPapers>(initial);
  const [isNumbered, setIsNumbered] = useState(false);
  const [template, setTemplate] = useState(templateId);
  const plainName = source?.name.replaceAll(/[{}]/gu, '').trim() || 'Class';
  const { typed, field, ...form } = useFields({
    names: table === undefined ? '' : linesOf(namesIn(table.rows)),
    shared: `${plainName} {date}`,
    each: pattern ?? `${plainName}: {name}`,
    plain: '{date} {n}',
    count: '10',
  });
  const list = readNames(typed.names);
  const isPlain = papers === 'plain';
  const usesPattern = isPlain && isNumbered;
  const count = readCount(typed.count);
  const badCount = whyNotCount(count);
  const numbered = previewOf(typed.plain, usesPattern && badCount === null ? count : null);
  const names = usesPattern ? numbered.names : list.names;

  const existing = (
    <>
      Only join links to the existing paper <RoomTitle name={source?.name} id={templateId ?? ''} />
    </>
  );

  const made = isPlain ? 'paper' : 'join link';
  const wrong = usesPattern
    ? { count: badCount, plain: numbered.why }
    : { names: whyNotNames(list, isPlain ? LONGEST.line : LONGEST.longName) };

  const unknown = papers === 'shared' && form.failure?.code === 'outcome-unknown';
  function make() {
    if (isPlain) return createManyPapers(names, template);
    if (papers === 'existing') return makeLinks(templateId ?? '', names);
    return makePack({ names, shared: papers === 'shared', pattern: typed[papers], templateId: template });
  }

  return (
    <FormDialog
      title="Class pack"
      size="medium"
      action={`Create ${names.length === 0 ? `${made}s` : counted(names.length, made)}`}
      form={form}
      off={unknown ? MAY_EXIST : null}
      wrong={wrong}
      onSubmit={make}
    >
      {!isPlain && (
        <p>
          Easel creates a join link for each person. Copy or save the links before you close or lock Easel.
        </p>
      )}
      {isPlain && (
        <Choices
          begins={false}
          legend="Paper names"
          choices={SOURCES}
          value={isNumbered}
          onChange={setIsNumbered}
        />
      )}
      {usesPattern ? (
        <NumberedFields label="Pattern" pattern={field('plain')} count={field('count')} names={names} />
      ) : (
        <NamesField {...field('names')} list={list} isGuessed={table?.isGuessed ?? false} />
      )}
      {isPlain && names.some(({ length }) => length > LONGEST_PAPER_NAME) && (
        <p className="warning">The service may refuse names longer than {LONGEST_PAPER_NAME} characters.</p>
      )}
      <Choices
        begins={false}
        legend="Papers"
        choices={[...NEW_PAPERS, ...(templateId === null ? [] : [['existing', existing] as const])]}
        value={papers}
        onChange={setPapers}
      />
      {papers === 'existing' && <p>To revoke a join link later, delete the paper.</p>}
      {(papers === 'shared' || papers === 'each') && (
        <TextField
          label={papers === 'shared' ? 'Name of the paper' : 'Names of the papers'}
          {...field(papers)}
          error={form.errors['pattern']}
          hint={papers === 'shared' ? '{date}: today.' : '{name}: the person; {n}: 1, 2, 3; {date}: today.'}
        />
      )}
      {papers !== 'existing' && (
        <TemplateField value={template} onChange={setTemplate} error={form.errors['templateId']} />
      )}
      {unknown && (
        <UnknownPaper note="No join link was created." onAgain={() => void form.submit(make, wrong)} />
      )}
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}

const SOURCES = [
  [false, 'Names from a list'],
  [true, 'Names from a pattern'],
] as const;

const SIZES = (['A4', 'Letter'] as const).map((each) => [each, each] as const);

/** Regions that use the paper size Letter. All others use A4. */
const LETTER = /-(?:US|CA|MX|PH|CL|CO|VE|GT|CR|DO|PA|SV|HN|NI|PR)$/u;

export function QrSheetDialog({ jobId }: PropsOf<'qr-sheet'>) {
  const saveQrSheet = useApp((state) => state.saveQrSheet);
  const links = useApp((state) => state.jobs.find(({ id }) => id === jobId)?.links ?? 0);
  const [size, setSize] = useState<'A4' | 'Letter'>(LETTER.test(navigator.language) ? 'Letter' : 'A4');
  const form = useSubmit();
  return (
    <FormDialog
      title="QR codes to print"
      action="Save PDF…"
      form={form}
      onSubmit={() => saveQrSheet(jobId, size)}
    >
      <p>
        {counted(links, 'code')}, twelve per page, each with a name below. Anyone who scans a code joins under
        that person’s name.
      </p>
      <Choices legend="Page size" choices={SIZES} value={size} onChange={setSize} />
    </FormDialog>
  );
}

const MAIL = [
  'Hello {name},',
  '',
  'This is your personal link to “{paper}”:',
  '{link}',
  '',
  'Please don’t share this link. Anyone who opens the link joins under your name.',
].join('\n');

export function MailTextDialog({ jobId }: PropsOf<'mail-text'>) {
  const copyMailText = useApp((state) => state.copyMailText);
  const { typed, field, ...form } = useFields({ text: MAIL });
  return (
    <FormDialog
      title="Email text"
      size="medium"
      action="Copy all email texts"
      form={form}
      wrong={{ text: typed.text.includes('{link}') ? null : 'Put {link} where the link should go.' }}
      onSubmit={() => copyMailText(jobId, typed.text)}
    >
      <TextAreaField
        {...field('text')}
        label="Email text for each person"
        hint="{name}, {link}, {paper} and {expires} are filled in."
        rows={8}
        maxLength={LONGEST.line}
      />
    </FormDialog>
  );
}
