import { describe, expect, test } from 'vitest';
import { holdReminder, announcementsOf } from '../../../../../renderer/screens/jobs/jobs-line.tsx';
import { countsOf, jobOf, NOW, singleOf } from '../../job-of.ts';

const textsOf = (...args: Parameters<typeof announcementsOf>): readonly string[] =>
  announcementsOf(...args).map(({ text }) => text);

describe('announcements of jobs to screen readers', () => {
  test('name the target and the hold time of a new job', () => {
    expect(textsOf([], [singleOf('j', 'b-7')], NOW)).toEqual(['Board b-7 will be deleted in 10 seconds.']);
    expect(textsOf([], [jobOf('j')], NOW)).toEqual(['502 boards will be deleted in 5 minutes.']);
  });

  test('combine all deletes that an outage paused', () => {
    const holds = ['b-7', 'b-8'].map((id) => singleOf(id, id));
    const stuck = holds.map((job) => ({ ...job, holdUntil: null, pause: 'outage' }) as const);
    const [first, second] = [holds[0] ?? singleOf('x', 'x'), stuck[1] ?? singleOf('x', 'x')];
    expect(announcementsOf([stuck[0] ?? first, holds[1] ?? first], stuck, NOW)).toEqual([
      {
        text: '2 deletes: The service stopped answering. Nothing was sent. Start when ready.',
        look: 'note',
        facts: { connection: 'Acme School', screen: 'boards', topic: 'stuck deletes' },
      },
    ]);
    expect(textsOf([first], [{ ...second, id: first.id }], NOW)[0]).toMatch(/^Board b-8: /u);
  });

  test('count the items of bulk jobs, and omit single deletes', () => {
    const counts = countsOf({ done: 501, failed: 1 });
    const running = jobOf('j', { state: 'running', holdUntil: null });
    expect(textsOf([running], [{ ...running, state: 'done', counts }], NOW)).toEqual([
      'Finished deleting 502 boards: 501 deleted, 1 failed.',
    ]);
    const one = singleOf('k', 'b-7', { state: 'running', holdUntil: null });
    expect(textsOf([one], [{ ...one, state: 'done', counts: countsOf({ done: 1 }) }], NOW)).toEqual([]);
  });
});

describe('a job held for an hour', () => {
  const marks = (job: ReturnType<typeof jobOf>): readonly string[] => {
    const whole = Math.round(((job.holdUntil ?? NOW) - NOW) / 1000);
    return Array.from({ length: whole }, (_, second) =>
      holdReminder(job, (whole - second) * 1000, (whole - second - 1) * 1000),
    ).filter((sentence) => sentence !== null);
  };

  test('is announced when 5 minutes, 1 minute and 10 seconds remain', () => {
    expect(marks(jobOf('j', { holdUntil: NOW + 3_600_000 }))).toEqual([
      '502 boards will be deleted in 5 minutes.',
      '502 boards will be deleted in 1 minute.',
      '502 boards will be deleted in 10 seconds.',
    ]);
  });
});
