import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { paperTitle } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { counted } from '../../parts/format.ts';
import { useFirstWrong } from '../keys/use-first-wrong.ts';
import { NamesField } from './names-field.tsx';
import { readNames, whyNotNames } from './names.ts';
import { useQueueing } from './use-queueing.ts';

/** Asks for whom, and makes one join link of a paper for each. */
export function MakeLinksDialog({ identifier }: { readonly identifier: string }): React.JSX.Element {
  const paper = useApp((state) => state.papers?.find((each) => each.identifier === identifier) ?? null);
  const makeLinks = useApp((state) => state.makeLinks);
  const { close } = useDialog();
  const [pasted, setPasted] = useState('');
  const { busy, errors, changed, failure, queue } = useQueueing();
  const fields = useFirstWrong<HTMLDivElement>(errors);
  const list = readNames(pasted);
  const { length } = list.names;

  function make(): void {
    const wrong = whyNotNames(list);
    void queue(wrong === null ? {} : { names: wrong }, () => makeLinks(identifier, list.names));
  }

  return (
    <Dialog
      title="Make join links"
      size="medium"
      onClose={close}
      onSubmit={make}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {length === 0 ? 'Make join links' : `Make ${counted(length, 'join link')}`}
          </Button>
        </>
      }
    >
      <p>
        Each person gets a link to{' '}
        {paper === null ? 'this paper' : <span className="sensitive">“{paperTitle(paper)}”</span>}. Copy or
        save the links before you close or lock Easel. The only way to revoke a link from here is to delete
        the paper.
      </p>
      <div ref={fields}>
        <NamesField
          label="Who are they for?"
          value={pasted}
          onChange={(text) => {
            setPasted(text);
            changed();
          }}
          error={errors['names']}
        />
      </div>
      <TroubleNote part="paper-api" />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
