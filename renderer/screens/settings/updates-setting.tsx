import { useEffect } from 'react';
import type { UpdateState } from '../../../preload/contract/updates.ts';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useActions, useApp } from '../../store/use-app.ts';

const BUSY: Partial<Record<UpdateState['phase'], string>> = {
  downloading: 'An update is downloading',
  installing: 'Easel is about to close',
};

export function UpdatesSetting() {
  const updates = useApp((state) => state.updates);
  const { readUpdates, checkUpdates, proceedWithUpdate } = useActions();
  useEffect(() => void readUpdates(), [readUpdates]);
  if (updates === null) return <p className="muted">Loading…</p>;
  const { status, checks, checkedAt, failure, available, phase, installs, downloaded } = updates;
  return (
    <>
      <p role="status">
        {status}
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
        <div className="row wrap">
          {available !== null && installs && (
            <Button
              variant="primary"
              busy={phase === 'downloading' || phase === 'installing'}
              onClick={() => void proceedWithUpdate()}
            >
              {downloaded ? 'Install and restart' : `Download Easel ${available}`}
            </Button>
          )}
          <Button
            busy={phase === 'checking'}
            disabledReason={BUSY[phase] ?? null}
            onClick={() => void checkUpdates()}
          >
            Check for updates
          </Button>
        </div>
      )}
    </>
  );
}
