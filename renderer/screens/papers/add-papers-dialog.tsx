import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { AddedLine } from '../../../preload/contract/papers.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextAreaField } from '../../parts/field.tsx';
import { counted, formatNumber } from '../../lib/format.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions, useAppStore } from '../../store/use-app.ts';
import { useFields } from '../../store/use-dialog.ts';

export function AddPapersDialog({ list = '' }: PropsOf<'add-papers'>) {
  const { addPapers, readPaperList } = useActions();
  const form = useFields({ text: list }, { stays: true });
  const [sent, setSent] = useState<Sent | null>(null);
  const store = useAppStore();
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
      // Closing the dialog stops the import, but does not remove the papers that were already added.
      return store.getState().dialog?.kind === 'add-papers';
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
  // Lines that Easel could not parse come first.
  const ordered = results.toSorted((one, other) => Number(isFailed(other)) - Number(isFailed(one)));
  return (
    <FormDialog
      title="Add papers from a list"
      size="medium"
      action={lines === 0 ? 'Add papers' : `Add ${counted(lines, 'line')}`}
      cancel={sent === null ? 'Cancel' : form.busy ? 'Stop' : 'Done'}
      form={form}
      wrong={{ text: lines === 0 ? 'Paste at least one paper.' : null }}
      onSubmit={add}
    >
      <TextAreaField
        {...field}
        label="Papers"
        hint="One per line: an identifier or a room address, then a name. Or a table with headings such as identifier, name, customer, tags and note. Tokens in addresses aren’t saved."
        rows={8}
      />
      <div>
        <Button icon={<FileUp size={14} />} onClick={() => void form.submit(readFile)}>
          From a file…
        </Button>
      </div>
      {sent !== null && (
        <section className="column-2" aria-label="Results by line">
          {form.busy && (
            <progress className="wide" aria-label="Adding papers" value={results.length} max={lines} />
          )}
          <p role="status">{form.busy ? 'Adding…' : `${countTexts.join(', ') || 'Nothing was added'}.`}</p>
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
  /** All pasted lines, because the results contain only line numbers. */
  readonly list: readonly string[];
  readonly results: readonly AddedLine[];
}

const OUTCOMES: Readonly<Record<AddedLine['outcome'], string>> = {
  added: 'added',
  completed: 'already known, details added',
  known: 'already known',
  'not-understood': 'not understood',
};

const MOST_SHOWN = 200;

const isFailed = ({ outcome }: Pick<AddedLine, 'outcome'>): boolean => outcome === 'not-understood';
