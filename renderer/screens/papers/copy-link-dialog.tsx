import { useState } from 'react';
import type { LinkCopied } from '../../../preload/contract/papers.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { absoluteTime } from '../../parts/format.ts';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { paperTitle } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';

/** Asks who a join link is for, and puts it on the clipboard; the next one can be made at once. */
export function CopyLinkDialog({ identifier }: { readonly identifier: string }): React.JSX.Element {
  const paper = useApp((state) => state.papers?.find((each) => each.identifier === identifier) ?? null);
  const copyJoinLink = useApp((state) => state.copyJoinLink);
  const { close, tell } = useDialog();
  const [displayName, setDisplayName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [copied, setCopied] = useState<LinkCopied | null>(null);

  async function copy(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    setFailure(null);
    setCopied(null);
    const result = await copyJoinLink(identifier, displayName.trim());
    setBusy(false);
    if (result.ok) return setCopied(result.value);
    const { error: failed } = result;
    tell(failed, () => {
      const wrong = failed.fields?.['displayName'];
      setError(wrong);
      setFailure(wrong === undefined ? failed : null);
    });
  }

  return (
    <Dialog
      title="Copy a join link"
      onClose={close}
      onSubmit={() => void copy()}
      footer={
        <>
          <Button onClick={close}>{copied === null ? 'Cancel' : 'Done'}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Copy join link
          </Button>
        </>
      }
    >
      <p>
        A link to {paper === null ? 'this paper' : <span className="sensitive">“{paperTitle(paper)}”</span>}{' '}
        for one person. The only way to revoke it from here is to delete the paper.
      </p>
      <TextField
        label="Who is it for?"
        value={displayName}
        onChange={setDisplayName}
        error={error}
        hint="Others in the room see this name."
        data-autofocus
      />
      <TroubleNote part="paper-api" />
      {failure !== null && <FailureNotice failure={failure} />}
      {copied !== null && (
        <p role="status">
          {copied.displayName === '' ? (
            'Copied a link without a name.'
          ) : (
            <>
              Copied the link for <span className="sensitive">“{copied.displayName}”</span>.
            </>
          )}{' '}
          {copied.expiresAt === null
            ? 'Its access token shows no expiry.'
            : `Its access token expires on ${absoluteTime(copied.expiresAt)}.`}
        </p>
      )}
    </Dialog>
  );
}
