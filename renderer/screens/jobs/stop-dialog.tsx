/** Asks before a job is stopped for good, and says exactly what that leaves. */
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { isUnfinished } from '../../store/job-facts.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { useMarkOf } from './job-row.tsx';
import { endSentence, jobGoing, stopFacts } from './wording.ts';
import type { Job } from '../../../preload/contract/jobs.ts';

/** The question; or that the job has already finished. */
export function StopJobDialog({ jobId }: { readonly jobId: string }): React.JSX.Element | null {
  const job = useApp((state) => state.jobs.find(({ id }) => id === jobId) ?? null);
  if (job === null) return null;
  return isUnfinished(job) ? <Question job={job} /> : <Over job={job} />;
}

function Question({ job }: { readonly job: Job }): React.JSX.Element {
  const step = useApp((state) => state.stepJob);
  const { close } = useDialog();
  const [busy, setBusy] = useState(false);
  const mark = useMarkOf(job);
  async function stop(): Promise<void> {
    if (busy) return;
    setBusy(true);
    await step(job.id, 'stop');
    close();
  }

  return (
    <ConfirmDialog
      title={`Stop ${jobGoing(job).toLowerCase()}?`}
      cancelLabel="Keep going"
      confirmLabel={<InConnection action="Stop in" connection={mark} />}
      onConfirm={() => void stop()}
      onClose={close}
      busy={busy}
    >
      <p>A stopped job can’t be resumed. To continue later, pause it instead.</p>
      <ul>
        {stopFacts(job).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function Over({ job }: { readonly job: Job }): React.JSX.Element {
  const { close } = useDialog();
  return (
    <Dialog
      title="This job has already finished"
      onClose={close}
      footer={
        <Button data-autofocus onClick={close}>
          Close
        </Button>
      }
    >
      <p>{endSentence(job)}</p>
    </Dialog>
  );
}
