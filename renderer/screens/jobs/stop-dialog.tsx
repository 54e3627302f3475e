/** Asks before a job is stopped for good, and says exactly what that leaves. */
import { InConnection } from '../../parts/connection-mark.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { isUnfinished } from '../../store/job-facts.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog, useSubmit } from '../../store/use-dialog.ts';
import { useMarkOf } from './job-row.tsx';
import { endSentence, jobGoing, stopFacts } from './wording.ts';
import type { Job } from '../../../preload/contract/jobs.ts';

/** The question; or that the job has already finished. */
export function StopJobDialog({ jobId }: { readonly jobId: string }) {
  const job = useApp((state) => state.jobs.find(({ id }) => id === jobId) ?? null);
  if (job === null) return null;
  return isUnfinished(job) ? <Question job={job} /> : <Over job={job} />;
}

function Question({ job }: { readonly job: Job }) {
  const step = useApp((state) => state.stepJob);
  const form = useSubmit();
  const mark = useMarkOf(job);
  return (
    <FormDialog
      danger
      asks
      title={`Stop ${jobGoing(job).toLowerCase()}?`}
      cancel="Keep going"
      action={<InConnection action="Stop in" connection={mark} />}
      form={form}
      onSubmit={() =>
        void form.submit(async () => {
          await step(job.id, 'stop');
          return null;
        })
      }
    >
      <p>A stopped job can’t be resumed; a paused one can.</p>
      <ul>
        {stopFacts(job).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </FormDialog>
  );
}

function Over({ job }: { readonly job: Job }) {
  const { close } = useDialog();
  return (
    <Dialog title="Already finished" onClose={close} footer="Close">
      <p>{endSentence(job)}</p>
    </Dialog>
  );
}
