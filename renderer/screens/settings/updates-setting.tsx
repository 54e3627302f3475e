/** The section of updates: how it stands, what is new in a newer release, and its verified file. */
import { useEffect } from 'react';
import type { UpdateOffer, UpdateState } from '../../../preload/contract/updates.ts';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useActions, useApp } from '../../store/use-app.ts';

export function UpdatesSetting() {
  const updates = useApp((state) => state.updates);
  const { readUpdates, checkUpdates, openUpdatePage } = useActions();
  useEffect(() => void readUpdates(), [readUpdates]);
  if (updates === null) return <p className="muted">Loading…</p>;
  const { installed, status, checks, checkedAt, failure, offer, phase, installs } = updates;
  return (
    <>
      <p role="status">
        This is Easel {installed}. {status}
        {checkedAt !== null && (
          <>
            {' '}
            <span className="muted">
              Checked <RelativeTime at={checkedAt} />.
            </span>
          </>
        )}
      </p>
      {failure !== null && <FailureNotice failure={failure} />}
      {checks && (
        <div className="row">
          <Button
            busy={phase === 'checking'}
            disabledReason={BUSY[phase] ?? null}
            onClick={() => void checkUpdates()}
          >
            Check for updates
          </Button>
          <Button onClick={() => void openUpdatePage()}>Open update page in browser</Button>
        </div>
      )}
      {offer !== null && <Offer offer={offer} phase={phase} installs={installs} />}
    </>
  );
}

/** Why nothing else can be done meanwhile. */
const BUSY: Partial<Record<UpdateState['phase'], string>> = {
  downloading: 'A download is running',
  installing: 'Easel is about to close',
};

/** The heading of what is new. */
const NEWS = 'updates-news';

interface OfferProps extends Pick<UpdateState, 'phase' | 'installs'> {
  readonly offer: UpdateOffer;
}

function Offer({ offer, phase, installs }: OfferProps) {
  const { downloadUpdate, cancelUpdate, showUpdate, installUpdate } = useActions();
  const { version, notes, size, received, ready } = offer;
  const downloading = phase === 'downloading';
  return (
    <>
      <h3 id={NEWS}>What is new in Easel {version}</h3>
      {/* Long ones are scrolled (Chromium lets keys do so too), so that what can be done stays in view. */}
      <div className="box inset lines anywhere short" role="group" aria-labelledby={NEWS}>
        {notes}
      </div>
      {downloading && (
        <progress className="wide" aria-label={`Download of Easel ${version}`} value={received} max={size} />
      )}
      <div className="row wrap">
        {ready ? (
          <>
            {installs && (
              <Button variant="primary" busy={phase !== 'rest'} onClick={() => void installUpdate()}>
                Install and restart
              </Button>
            )}
            <Button
              variant={installs ? 'plain' : 'primary'}
              busy={phase !== 'rest'}
              onClick={() => void showUpdate()}
            >
              Show in folder
            </Button>
          </>
        ) : downloading ? (
          <Button onClick={() => void cancelUpdate()}>Cancel download</Button>
        ) : (
          <Button variant="primary" busy={phase !== 'rest'} onClick={() => void downloadUpdate()}>
            Download ({megabytes(size)})
          </Button>
        )}
        <span className="muted">{offerSentence(offer, phase, installs)}</span>
      </div>
    </>
  );
}

/** What is beside the buttons: what was done, and what a press will do. */
export function offerSentence(
  { ready, received, size }: UpdateOffer,
  phase: UpdateState['phase'],
  installs: boolean,
): string {
  if (phase === 'downloading')
    return `${megabytes(received)} of ${megabytes(size)}. Nothing is installed until you say so.`;
  if (phase === 'installing') return 'The update is verified once more. Then Easel closes.';
  if (!ready) return 'Nothing is installed until you say so.';
  return installs
    ? 'Downloaded and verified. Easel closes, the update is installed, and Easel starts again.'
    : 'Downloaded and verified. Close Easel, then open the file to install it.';
}

/** "84 MB". */
function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
