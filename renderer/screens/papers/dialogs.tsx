import { useState, Fragment, useEffect, useEffectEvent, useMemo } from 'react';
import type { LinkCopied, LinkQrCode, AddedLine } from '../../../preload/contract/papers.ts';
import { LONGEST_PAPER_NAME } from '../../../preload/contract/later-facts.ts';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { SelectField, TextField, TextAreaField } from '../../parts/field.tsx';
import { absoluteTime, duration, counted, formatNumber } from '../../lib/format.ts';
import { dayOf } from '../../parts/days.ts';
import { PersonName } from '../../parts/person-name.tsx';
import { SmallPicture } from '../../parts/picture.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { paperTitle, templateChoices } from '../../store/papers-slice.ts';
import { titleOf } from '../../store/recent-slice.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useApp, useActions } from '../../store/use-app.ts';
import { useDialog, useFields } from '../../store/use-dialog.ts';
import { Button } from '../../parts/button.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import styles from './papers-screen.module.css';
import { FileUp } from 'lucide-react';
import { classNames } from '../../parts/class-names.ts';

export function AddPaperDialog() {
  const addPaper = useApp((state) => state.addPaper);
  const form = useFields({ pasted: '', name: '' });
  const [pasted, name] = [form.typed.pasted.trim(), form.typed.name.trim()];
  return (
    <FormDialog title="Add paper" action="Add paper" form={form} onSubmit={() => addPaper(pasted, name)}>
      <TextField
        {...form.field('pasted')}
        label="Identifier or room address"
        maxLength={LONGEST.line}
        mono
        hint="If the address contains an access token, Easel doesn’t save the token."
        data-autofocus
        aria-required
      />
      <TextField {...form.field('name')} label="Name (optional)" hint="The name isn’t sent to the service." />
    </FormDialog>
  );
}

export function CopyLinkDialog({ target }: PropsOf<'copy-link'>) {
  const { kind, id } = target;
  const title = useApp((state) => titleOf(state, target));
  const copyJoinLink = useApp((state) => state.copyJoinLink);
  const [copied, setCopied] = useState<LinkCopied | null>(null);
  const form = useFields({ displayName: '' }, { stays: true });

  async function copy() {
    setCopied(null);
    const result = await copyJoinLink(target, form.typed.displayName.trim());
    if (result.ok) setCopied(result.value);
    return result;
  }

  return (
    <FormDialog
      title="Copy join link"
      action={copied === null ? 'Copy join link' : 'Copy another join link'}
      cancel={copied === null ? 'Cancel' : 'Done'}
      form={form}
      onSubmit={copy}
    >
      <div className="row start gap-3">
        <SmallPicture id={id} size="beside" />
        <p>
          Each join link to <span className="sensitive">“{title}”</span> is for one person. To revoke the
          link, delete the {kind}.
        </p>
      </div>
      <TextField
        {...form.field('displayName')}
        label="Name of the person (optional)"
        hint="Others in the room see this name. If you enter no name, the service chooses one."
        data-autofocus
      />
      <TroubleNote part="paper-api" />
      <div role="status">
        {copied !== null && (
          <p>
            Join link copied
            {copied.displayName !== '' && (
              <>
                {' '}
                for “<PersonName name={copied.displayName} />”
              </>
            )}
            .{' '}
            {copied.expiresAt === null
              ? 'The link has no expiry date.'
              : `The link expires on ${absoluteTime(copied.expiresAt)}.`}
          </p>
        )}
      </div>
      {copied !== null && <MadeLink key={copied.linkId} link={copied} onGone={() => setCopied(null)} />}
    </FormDialog>
  );
}

export function NewPaperDialog({ templateId }: PropsOf<'new-paper'>) {
  const { createPaper, cancelCreate } = useActions();
  const [template, setTemplate] = useState(templateId);
  const source = useApp((state) => state.papers?.find((each) => each.identifier === templateId) ?? null);
  // Suggests a name for the copy, so that the user can press Enter at once.
  const [suggested] = useState(() =>
    source === null || source.name === '' ? '' : `${source.name} ${dayOf(Date.now())}`,
  );
  const form = useFields({ name: suggested });
  const { errors, failure, close } = form;
  const { name } = form.typed;
  const [startedAt, setStartedAt] = useState(0);

  function create() {
    const now = Date.now();
    setStartedAt(now);
    return createPaper(name.trim(), template, now);
  }
  const unknown = failure?.code === 'outcome-unknown';
  return (
    <FormDialog
      title="New paper"
      action={form.busy ? <Creating since={startedAt} /> : 'Create paper'}
      form={form}
      off={unknown ? MAY_EXIST : null}
      onClose={form.busy ? () => void cancelCreate('paper', startedAt) : close}
      onSubmit={create}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint={
          name.length > LONGEST_PAPER_NAME
            ? `${name.length} characters. The service may refuse names with more than ${LONGEST_PAPER_NAME}.`
            : undefined
        }
        onFocus={({ currentTarget }) => {
          if (name === suggested) currentTarget.select();
        }}
        data-autofocus
        aria-required
      />
      <TemplateField value={template} onChange={setTemplate} error={errors['templateId']} />
      {failure === null && <TroubleNote part="paper-api" />}
      {unknown && <UnknownPaper onAgain={() => void form.submit(create)} />}
    </FormDialog>
  );
}

/** Tooltip of the disabled create button. It is disabled so that Enter can't create the same paper twice. */
export const MAY_EXIST = 'The paper may exist already';

export function UnknownPaper({
  onAgain,
  note = '',
}: {
  readonly onAgain: () => void;
  readonly note?: string;
}) {
  return (
    <div className="between">
      <p>The paper is shown as “Outcome unknown” above the list of papers. {note}</p>
      <Button onClick={onAgain}>Create the paper again</Button>
    </div>
  );
}

/** Dialog content for a copied join link. Use the link's id as React key. */
function MadeLink({ link, onGone }: { readonly link: LinkCopied; readonly onGone: () => void }) {
  const { linkId, goneAt } = link;
  const { copyMadeLink, qrCodeOf, closeMadeLink, raise } = useActions();
  const [code, setCode] = useState<LinkQrCode | null>(null);
  const discard = useEffectEvent(onGone);
  const width = (code?.size ?? 0) + 2 * QUIET;
  useEffect(() => {
    const timer = setTimeout(() => discard(), Math.max(0, goneAt - Date.now()));
    return () => {
      clearTimeout(timer);
      closeMadeLink(linkId);
    };
  }, [linkId, goneAt, closeMadeLink]);

  async function show(): Promise<void> {
    if (code !== null) return setCode(null);
    const answer = await qrCodeOf(linkId);
    if (answer.ok) setCode(answer.value);
    else raise(answer.error);
  }

  return (
    <section aria-label="New join link" className="column-3">
      <div className="wrap">
        <Button onClick={() => void copyMadeLink({ linkId, as: 'link' })}>Copy link again</Button>
        <Button onClick={() => void copyMadeLink({ linkId, as: 'token' })}>Copy access token</Button>
        <Button aria-expanded={code !== null} onClick={() => void show()}>
          {code === null ? 'Show QR code' : 'Hide QR code'}
        </Button>
      </div>
      {code !== null && (
        <figure className={`column-1 ${styles.code}`}>
          <svg
            role="img"
            aria-label="QR code of the join link"
            className="sensitive"
            viewBox={`${-QUIET} ${-QUIET} ${width} ${width}`}
            shapeRendering="crispEdges"
          >
            <rect x={-QUIET} y={-QUIET} width={width} height={width} />
            <path d={code.path} />
          </svg>
          <figcaption className="muted">
            Anyone who scans this code joins under this person’s name.
          </figcaption>
        </figure>
      )}
      <Claims link={link} />
    </section>
  );
}

/** Width in modules of the white border that QR readers require around a code. */
const QUIET = 4;

function Claims({ link }: { readonly link: LinkCopied }) {
  const { claims, expiresAt, expiresHere, isAbout } = link;
  const leftMs = (expiresHere ?? expiresAt ?? 0) - useNow('second');
  const about = isAbout === true ? 'about ' : '';
  return (
    <details>
      <summary>
        Contents of the token
        <span className="muted">
          {expiresAt === null
            ? ': no expiry date'
            : leftMs > 0
              ? `: expires in ${about}${duration(leftMs)}`
              : ': expired'}
        </span>
      </summary>
      <div className="column-2">
        <dl className="facts selectable">
          {claims.map(({ name, value, at }) => (
            <Fragment key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <span className="sensitive">{value}</span>
                {at !== null && <span className="muted"> {absoluteTime(at)}</span>}
              </dd>
            </Fragment>
          ))}
        </dl>
        <p className="muted">
          {claims.length === 0 && 'Easel can’t read the token. '}Only the service can check the token’s
          signature.
        </p>
      </div>
    </details>
  );
}

export interface TemplateFieldProps {
  readonly value: string | null;
  readonly onChange: (identifier: string | null) => void;
  readonly error: string | undefined;
}

function Creating({ since }: { readonly since: number }) {
  return <>Creating… {duration(useNow('second') - since)}</>;
}

export function TemplateField({ value, onChange, error }: TemplateFieldProps) {
  const papers = useApp((state) => state.papers);
  const deletedPapers = useApp((state) => state.deletedPapers);
  const blurred = useApp((state) => state.blurred);
  const listed = useMemo(() => templateChoices({ papers, deletedPapers }), [papers, deletedPapers]);
  const isListed = value === null || listed.some(({ identifier }) => identifier === value);
  return (
    <SelectField
      label="Template"
      hint={value === null ? undefined : 'The new paper gets a copy of the template’s current content.'}
      error={error}
      value={value}
      choices={[
        [null, 'No template'],
        // Replaces names by numbers while names are blurred, because CSS can't blur the open list of a `<select>`.
        ...listed.map(
          (paper, index) =>
            [paper.identifier, blurred ? `Paper ${index + 1}` : paper.name || paperTitle(paper)] as const,
        ),
        ...(isListed ? [] : [[value, value] as const]),
      ]}
      onChoose={onChange}
    />
  );
}

export function AddPapersDialog({ list = '' }: PropsOf<'add-papers'>) {
  const { addPapers, readPaperList } = useActions();
  const form = useFields({ text: list }, { stays: true });
  const [sent, setSent] = useState<Sent | null>(null);
  const { isOpen } = useDialog();
  const { text } = form.typed;
  const field = form.field('text');
  const lines = text.split(LINE_END).filter((line) => line.trim() !== '').length;

  function add() {
    const list = text.split(LINE_END);
    let answers: readonly AddedLine[] = [];
    setSent({ list, results: answers });
    return addPapers(text, (added) => {
      answers = [...answers, ...added];
      setSent({ list, results: answers });
      // If the user closes the dialog, the import stops. Papers that were already added stay.
      return isOpen();
    });
  }

  async function readFile() {
    const read = await readPaperList();
    if (read.ok && read.value !== null && read.value.text !== '') {
      field.onChange(read.value.text.replace(/^\uFEFF/u, ''));
      setSent(null);
    }
    return read;
  }

  const results = sent?.results ?? [];
  const outcomes = Object.keys(OUTCOMES) as readonly AddedLine['outcome'][];
  const countTexts = outcomes.flatMap((outcome) => {
    const count = results.filter((each) => each.outcome === outcome).length;
    return count === 0 ? [] : [`${formatNumber(count)} ${OUTCOMES[outcome]}`];
  });
  const ordered = results.toSorted((one, other) => Number(isFailed(other)) - Number(isFailed(one)));
  return (
    <FormDialog
      title="Add papers from a list"
      size="medium"
      action={lines === 0 ? 'Add papers' : `Add ${counted(lines, 'line')}`}
      cancel={sent === null ? 'Cancel' : form.busy ? 'Stop' : 'Done'}
      form={form}
      wrong={{ text: lines === 0 ? 'Enter at least one paper.' : null }}
      onSubmit={add}
    >
      <TextAreaField
        {...field}
        label="Papers"
        hint="Enter one paper per line: an identifier or a room address, then a name. Or paste a table with headings such as identifier, name, customer, tags and note. Easel doesn’t save access tokens in addresses."
        rows={8}
      />
      <div>
        <Button icon={<FileUp size={14} />} onClick={() => void form.submit(readFile)}>
          Choose a file…
        </Button>
      </div>
      {sent !== null && (
        <section className="column-2" aria-label="Results by line">
          {form.busy && (
            <progress className="wide" aria-label="Adding papers" value={results.length} max={lines} />
          )}
          <p role="status">{form.busy ? 'Adding…' : `${countTexts.join(', ') || 'No papers added'}.`}</p>
          {!form.busy && (
            <ul className="column-1 inset round sunken scroll">
              {ordered.slice(0, MOST_SHOWN).map(({ line, outcome, why }) => (
                <li key={line} className="column">
                  <span className="row">
                    <span className="muted nowrap">Line {line}</span>
                    <span className="ellipsis grow sensitive">{sent.list[line - 1] ?? ''}</span>
                    <span className={classNames('nowrap', isFailed({ outcome }) ? 'danger' : 'muted')}>
                      {OUTCOMES[outcome]}
                    </span>
                  </span>
                  {why !== '' && <span className="hint">{why}</span>}
                </li>
              ))}
              {results.length > MOST_SHOWN && (
                <li className="hint">and {formatNumber(results.length - MOST_SHOWN)} more</li>
              )}
            </ul>
          )}
        </section>
      )}
    </FormDialog>
  );
}

const LINE_END = /\r\n|\r|\n/u;

interface Sent {
  /** All lines of the pasted list, even empty ones, because the line numbers in `results` count them. */
  readonly list: readonly string[];
  readonly results: readonly AddedLine[];
}

const OUTCOMES: Readonly<Record<AddedLine['outcome'], string>> = {
  added: 'added',
  completed: 'already known, details added',
  known: 'already known',
  'not-understood': 'not recognised',
};

const MOST_SHOWN = 200;

const isFailed = ({ outcome }: Pick<AddedLine, 'outcome'>): boolean => outcome === 'not-understood';
