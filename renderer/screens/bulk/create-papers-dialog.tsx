import { useEffect, useId, useState } from 'react';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { classNames } from '../../parts/class-names.ts';
import { TextField } from '../../parts/field.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import { counted } from '../../parts/format.ts';
import { pickedTemplate, TemplateField, type TemplateChoice } from '../papers/template-field.tsx';
import { readCount, whyNotCount } from './count.ts';
import styles from './bulk.module.css';
import { NamesField } from './names-field.tsx';
import { readNames, whyNotNames } from './names.ts';

/** Asks for names, as a list or by a pattern, and one template for all, and queues the papers. */
export function CreatePapersDialog({
  templateId,
}: {
  readonly templateId: string | null;
}): React.JSX.Element {
  const createManyPapers = useApp((state) => state.createManyPapers);
  const [by, setBy] = useState<'list' | 'pattern'>('list');
  const [pasted, setPasted] = useState('');
  const [pattern, setPattern] = useState('{date} {n}');
  const [count, setCount] = useState('10');
  const [template, setTemplate] = useState<TemplateChoice>({ picked: templateId ?? '', pasted: '' });
  const form = useSubmit();
  const { errors } = form;
  const group = useId();
  const listed = readNames(pasted);
  const many = readCount(count);
  const made = usePattern(pattern, by === 'pattern' && whyNotCount(many) === null ? many : null);
  const names = by === 'list' ? listed.names : made.names;

  function wrongNow(): FieldErrors {
    if (by === 'list') {
      const wrong = whyNotNames(listed);
      return wrong === null ? {} : { names: wrong };
    }
    const wrong = whyNotCount(many);
    if (wrong !== null) return { count: wrong };
    return made.wrong === null ? {} : { pattern: made.wrong };
  }

  const title = names.length === 0 ? 'papers' : counted(names.length, 'paper');
  return (
    <FormDialog
      title="New papers"
      size="medium"
      action={`Create ${title}`}
      form={form}
      onSubmit={() => void form.submit(() => createManyPapers(names, pickedTemplate(template)), wrongNow())}
    >
      <div className="column-3" onChange={form.changed}>
        <fieldset className={styles.choices}>
          <legend>Paper names</legend>
          <label className="check">
            <input type="radio" name={group} checked={by === 'list'} onChange={() => setBy('list')} />
            From a list
          </label>
          <label className="check">
            <input type="radio" name={group} checked={by === 'pattern'} onChange={() => setBy('pattern')} />
            From a pattern
          </label>
        </fieldset>
        {by === 'list' ? (
          <NamesField label="Names" value={pasted} onChange={setPasted} error={errors['names']} />
        ) : (
          <>
            <div className={styles.row}>
              <TextField
                label="Pattern"
                value={pattern}
                onChange={setPattern}
                error={errors['pattern'] ?? errors['names']}
                hint="{n} counts 1, 2, 3; {nn} counts 01, 02, 03; {date} is today."
              />
              <TextField
                label="How many?"
                inputMode="numeric"
                impersonal
                value={count}
                onChange={setCount}
                error={errors['count']}
              />
            </div>
            <Preview names={made.names} />
          </>
        )}
        <TemplateField choice={template} onChange={setTemplate} error={errors['templateId']} />
      </div>
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}

interface Made {
  readonly names: readonly string[];
  readonly wrong: string | null;
}

const NOTHING: Made = { names: [], wrong: null };

/** What main makes of the pattern; nothing while `count` is null. */
function usePattern(pattern: string, count: number | null): Made {
  const namesFrom = useApp((state) => state.namesFrom);
  const [made, setMade] = useState<Made>(NOTHING);
  useEffect(() => {
    if (count === null) return undefined;
    let over = false;
    void namesFrom(pattern, count).then((answer) => {
      if (over) return;
      if (answer.ok) setMade({ names: answer.value, wrong: null });
      else setMade({ names: [], wrong: answer.error.fields?.['pattern'] ?? answer.error.message });
    });
    return () => {
      over = true;
    };
  }, [namesFrom, pattern, count]);
  return count === null ? NOTHING : made;
}

/** The first names and the last one. */
function Preview({ names }: { readonly names: readonly string[] }): React.JSX.Element | null {
  const title = useId();
  if (names.length === 0) return null;
  const shown = names.length <= 4 ? names : [...names.slice(0, 3), '…', names.at(-1) ?? ''];
  return (
    <div className={styles.preview}>
      <p className="hint" id={title}>
        Resulting names
      </p>
      <ul aria-labelledby={title}>
        {shown.map((name) => (
          <li key={name} className={classNames('ellipsis', name !== '…' && 'sensitive')}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
