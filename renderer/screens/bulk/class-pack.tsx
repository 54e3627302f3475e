/** Class packs: papers with one join link per person, and QR codes and mails that contain these links. */
import { useState } from 'react';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { Choices } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextAreaField, TextField } from '../../parts/field.tsx';
import { counted } from '../../lib/format.ts';
import { RoomTitle } from '../../parts/room-title.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import type { PackPapers } from '../../store/bulk-slice.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields, useSubmit } from '../../store/use-dialog.ts';
import { TemplateField } from '../papers/dialogs.tsx';
import { NamesField, NumberedFields, useNumbered } from './dialogs.tsx';
import { linesOf, namesIn, readNames, whyNotNames } from './typed.ts';

const NEW_PAPERS = [
  ['shared', 'One new paper for everyone'],
  ['each', 'One new paper per person'],
  ['plain', 'New papers without links'],
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
  const numbered = useNumbered(isPlain && isNumbered, typed.plain, typed.count);
  const names = isPlain && isNumbered ? numbered.names : list.names;

  const existing = (
    <>
      No new papers: links to <RoomTitle name={source?.name} id={templateId ?? ''} />
    </>
  );

  const made = isPlain ? 'paper' : 'join link';
  const lacksName = (papers === 'shared' || papers === 'each') && typed[papers].trim() === '';
  const wrong = { names: whyNotNames(list), pattern: lacksName ? 'Enter a name.' : null };

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
      wrong={isPlain && isNumbered ? numbered.invalid : wrong}
      onSubmit={make}
    >
      {!isPlain && (
        <p>Creates a join link for each person. Copy or save the links before you close or lock Easel.</p>
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
      {isPlain && isNumbered ? (
        <NumberedFields
          label="Pattern"
          pattern={{ ...field('plain'), error: form.errors['plain'] ?? form.errors['names'] }}
          count={field('count')}
          names={names}
        />
      ) : (
        <NamesField {...field('names')} list={list} people={!isPlain} isGuessed={table?.isGuessed ?? false} />
      )}
      <Choices
        begins={false}
        legend="Papers"
        choices={[...NEW_PAPERS, ...(templateId === null ? [] : [['existing', existing] as const])]}
        value={papers}
        onChange={setPapers}
      />
      {papers === 'existing' && <p>To revoke a link, delete the paper.</p>}
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
      {form.failure?.code === 'outcome-unknown' && (
        <p>The paper is marked “Outcome unknown” above the list. No link was created.</p>
      )}
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}

const SOURCES = [
  [false, 'From a list'],
  [true, 'From a pattern'],
] as const;

const SIZES = (['A4', 'Letter'] as const).map((each) => [each, each] as const);

/** Locales of regions that use the paper size Letter. All other regions use A4. */
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
      <Choices legend="Paper size" choices={SIZES} value={size} onChange={setSize} />
    </FormDialog>
  );
}

const MAIL = [
  'Hello {name},',
  '',
  'This is your personal link to “{paper}”:',
  '{link}',
  '',
  'Please don’t share this link. Anyone who opens it joins under your name.',
].join('\n');

export function MailTextDialog({ jobId }: PropsOf<'mail-text'>) {
  const copyMailText = useApp((state) => state.copyMailText);
  const { typed, field, ...form } = useFields({ text: MAIL });
  return (
    <FormDialog
      title="Mail text"
      size="medium"
      action="Copy for everyone"
      form={form}
      wrong={{ text: typed.text.includes('{link}') ? null : 'Put {link} where the link should go.' }}
      onSubmit={() => copyMailText(jobId, typed.text)}
    >
      <TextAreaField
        {...field('text')}
        label="Text for each person"
        hint="{name}, {link}, {paper} and {expires} are filled in."
        rows={8}
        maxLength={LONGEST.line}
      />
    </FormDialog>
  );
}
