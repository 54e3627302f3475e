import { useState } from 'react';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { paperTitle } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import { counted } from '../../parts/format.ts';
import { NamesField } from './names-field.tsx';
import { readNames, whyNotNames } from './names.ts';

/** Asks for whom, and makes one join link of a paper for each. */
export function MakeLinksDialog({ identifier }: { readonly identifier: string }): React.JSX.Element {
  const paper = useApp((state) => state.papers?.find((each) => each.identifier === identifier) ?? null);
  const makeLinks = useApp((state) => state.makeLinks);
  const [pasted, setPasted] = useState('');
  const form = useSubmit();
  const list = readNames(pasted);
  const { length } = list.names;

  function make(): void {
    const wrong = whyNotNames(list);
    void form.submit(() => makeLinks(identifier, list.names), wrong === null ? {} : { names: wrong });
  }

  return (
    <FormDialog
      title="Make join links"
      size="medium"
      action={length === 0 ? 'Make join links' : `Make ${counted(length, 'join link')}`}
      form={form}
      onSubmit={make}
    >
      <p>
        {paper !== null && <span className="sensitive">“{paperTitle(paper)}”: </span>}one link per person.
        Copy or save them before you close or lock Easel. To revoke a link, delete the paper.
      </p>
      <NamesField
        label="Who are they for?"
        value={pasted}
        onChange={(text) => {
          setPasted(text);
          form.changed();
        }}
        error={form.errors['names']}
      />
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}
