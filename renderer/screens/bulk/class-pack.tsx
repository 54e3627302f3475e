/** Class packs: papers with a join link per person, and the QR codes and mails for these links. */
import { useState } from 'react';
import { Choices } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextAreaField, TextField } from '../../parts/field.tsx';
import { counted } from '../../lib/format.ts';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import type { NameTable } from '../../store/bulk-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useFields, useSubmit } from '../../store/use-dialog.ts';
import { templateIdOf, TemplateField, type TemplateChoice } from '../papers/dialogs.tsx';
import { NamesField } from './dialogs.tsx';
import { linesOf, namesIn, readNames, whyNotNames } from './typed.ts';

const PAPERS = [
  [true, 'One paper for all'],
  [false, 'One paper each'],
] as const;

/** `pattern` is set when people join an existing pack with a paper each. */
export interface ClassPackProps {
  readonly templateId: string | null;
  readonly pattern?: string;
  readonly table?: NameTable;
}

export function ClassPackDialog({ templateId, pattern, table }: ClassPackProps) {
  const source = useApp((state) => state.papers?.find((each) => each.identifier === templateId) ?? null);
  const makePack = useApp((state) => state.makePack);
  const [shared, setShared] = useState(pattern === undefined);
  const [both, setBoth] = useState(false);
  const [template, setTemplate] = useState<TemplateChoice>({ picked: templateId ?? '', pasted: '' });
  const plainName = source?.name.replaceAll(/[{}]/gu, '').trim() || 'Class';
  const { typed, field, ...form } = useFields({
    names: table === undefined ? '' : linesOf(namesIn(table.rows)),
    shared: `${plainName} {date}`,
    each: pattern ?? `${plainName}: {name}`,
  });
  const list = readNames(typed.names, both);
  const { length } = list.names;
  const kind = shared ? 'shared' : 'each';

  function make(): void {
    const wrong = {
      names: whyNotNames(list),
      pattern: typed[kind].trim() === '' ? 'Enter a name.' : null,
    };
    const papers = { shared, pattern: typed[kind], templateId: templateIdOf(template) };
    void form.submit(() => makePack(list.names, papers), wrong);
  }

  return (
    <FormDialog
      title="Class pack"
      size="medium"
      action={length === 0 ? 'Make join links' : `Make ${counted(length, 'join link')}`}
      form={form}
      onSubmit={make}
    >
      <p>A join link for each person. Copy or save them before closing or locking Easel.</p>
      <NamesField {...field('names')} list={list} onBoth={setBoth} people />
      <Choices begins={false} legend="Papers" choices={PAPERS} value={shared} onChange={setShared} />
      <TextField
        label={shared ? 'Name of the paper' : 'Names of the papers'}
        {...field(kind)}
        error={form.errors['pattern']}
        hint={shared ? '{date}: today.' : '{name}: the person; {n}: 1, 2, 3; {date}: today.'}
      />
      <TemplateField choice={template} onChange={setTemplate} error={form.errors['templateId']} />
      {form.failure?.code === 'outcome-unknown' && <p>It is listed above the papers. No link was made.</p>}
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}

const SIZES = [
  ['A4', 'A4'],
  ['Letter', 'Letter'],
] as const;

/** Regions that use Letter paper. All others use A4. */
const LETTER = /-(?:US|CA|MX|PH|CL|CO|VE|GT|CR|DO|PA|SV|HN|NI|PR)$/u;

export function QrSheetDialog({ jobId }: { readonly jobId: string }) {
  const saveQrSheet = useApp((state) => state.saveQrSheet);
  const links = useApp((state) => state.jobs.find(({ id }) => id === jobId)?.links ?? 0);
  const [size, setSize] = useState<'A4' | 'Letter'>(LETTER.test(navigator.language) ? 'Letter' : 'A4');
  const form = useSubmit();
  return (
    <FormDialog
      title="QR codes to print"
      action="Save PDF…"
      form={form}
      onSubmit={() => void form.submit(() => saveQrSheet(jobId, size))}
    >
      <p>
        {counted(links, 'code')}, twelve on a page, each with its name below. Whoever scans one joins in that
        person’s name.
      </p>
      <Choices legend="Paper size" choices={SIZES} value={size} onChange={setSize} />
    </FormDialog>
  );
}

const MAIL = [
  'Hello {name},',
  '',
  'this is your own link to “{paper}”:',
  '{link}',
  '',
  'Please don’t pass it on: whoever opens it joins in your name.',
].join('\n');

export function MailTextDialog({ jobId }: { readonly jobId: string }) {
  const copyMailText = useApp((state) => state.copyMailText);
  const { typed, field, ...form } = useFields({ text: MAIL });
  const wrong = typed.text.includes('{link}') ? null : 'Put {link} where the link should go.';
  return (
    <FormDialog
      title="Mail text"
      size="medium"
      action="Copy for all"
      form={form}
      onSubmit={() => void form.submit(() => copyMailText(jobId, typed.text), { text: wrong })}
    >
      <TextAreaField
        {...field('text')}
        label="Text for each person"
        hint="{name}, {link}, {paper} and {expires} are filled in."
        rows={8}
        maxLength={4096}
      />
    </FormDialog>
  );
}
