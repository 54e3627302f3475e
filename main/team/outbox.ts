/** Sends activity log entries to the audit of the team database, which knows the last entry that it received. */
import { ok, type Result } from '../../preload/contract/failure.ts';
import { oneAtATime } from '../../preload/contract/facts.ts';
import type { Store } from '../store/database.ts';
import type { Copies } from './copies.ts';
import type { Register } from './register.ts';

export interface OutboxOptions {
  readonly activity: Pick<Store['activity'], 'last' | 'unsent' | 'countUnsent'>;
  readonly settings: Store['settings'];
  readonly copies: Pick<Copies, 'accounts' | 'audited'>;
  readonly register: () => Register | null;
  readonly onState: () => void;
}

const BATCH = 1000;
/** Number of failed batches in a row after which `send` gives up. The next log entry or connect sends again. */
const MOST_FAILED = 3;

export function createOutbox({ activity, settings, copies, register, onState }: OutboxOptions) {
  /** Ids of the joined accounts in the team database. Null before the first answer. */
  let known: readonly string[] | null = null;
  let waiting = 0;

  async function sendAll(accounts: readonly string[]): Promise<void> {
    const open = register();
    const asked = await open?.known(accounts);
    if (open === null || asked?.ok !== true) return;
    const found = asked.value;
    known = found;
    let last: number | null = null;
    for (let failed = 0; failed < MOST_FAILED;) {
      // After a failed batch, asks which entry the team database received last, because the batch may have arrived.
      const at: Result<number> = last === null ? await open.lastAudit() : ok(last);
      if (!at.ok) return;
      const [receivers = '', number, through] = ((await settings.get('audit-sent')) ?? '').split(' ');
      const receiving = found.filter((account) => receivers.includes(account));
      // If the numbers are equal, the last batch arrived although its response was lost.
      if (Number(number) === at.value) await copies.audited(receiving, Number(through));
      const newest = await activity.last();
      const entries = await activity.unsent(found, BATCH);
      const end = entries.at(-1)?.number ?? newest;
      if (entries.length > 0)
        await settings.set('audit-sent', `${found.join()} ${at.value + entries.length} ${end}`);
      const sent: Result<number> = entries.length === 0 ? at : await open.addAudit(at.value, entries);
      last = sent.ok ? sent.value : null;
      failed = sent.ok ? 0 : failed + 1;
      if (!sent.ok) continue;
      await copies.audited(found, end);
      if (entries.length < BATCH) return;
    }
  }

  return {
    waiting: () => waiting,
    /** Sends new activity log entries to the team database. Also resolves if the team database fails. */
    send: oneAtATime(async () => {
      const accounts = copies.accounts().map(({ accountId }) => accountId);
      if (accounts.length > 0) await sendAll(accounts).catch(() => undefined);
      const count = await activity.countUnsent(known ?? accounts).catch(() => waiting);
      if (count === waiting) return;
      waiting = count;
      onState();
    }),
  };
}
