/** Sends activity log entries to the audit of the team database, which ignores entries that it already contains. */
import { oneAtATime } from '../../preload/contract/later-facts.ts';
import type { Store } from '../store/database.ts';
import type { Register } from './register.ts';

export interface OutboxOptions {
  readonly activity: Pick<Store['activity'], 'receivers' | 'unsent' | 'sent'>;
  readonly register: () => Register | null;
  readonly onState: () => void;
}

const BATCH = 1000;

/** Returns a function that sends new entries. If the database fails, it resolves, and its next call sends again. */
export function createOutbox({ activity, register, onState }: OutboxOptions): () => Promise<void> {
  async function sendTo(open: Register, accounts: readonly string[]): Promise<void> {
    for (;;) {
      const entries = await activity.unsent(accounts, BATCH);
      if (entries.length === 0 || !(await open.addAudit(entries)).ok) return;
      await activity.sent(entries.map(({ number }) => number));
    }
  }

  async function send(): Promise<void> {
    const receivers = await activity.receivers();
    if (receivers.length === 0) return;
    const open = register();
    // Sends entries only to the database that has their account.
    const known = await open?.known(receivers);
    if (open !== null && known?.ok === true) await sendTo(open, known.value);
    onState();
  }
  return oneAtATime(() => send().catch(() => undefined));
}
