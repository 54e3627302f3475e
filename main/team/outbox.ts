/** Sends activity log entries to the audit of the team database, which knows the last entry that it received. */
import { ok, type Result } from '../../preload/contract/failure.ts';
import { oneAtATime } from '../../preload/contract/facts.ts';
import type { Store } from '../store/database.ts';
import type { Copies } from './copies.ts';
import type { AuditPosition, Register } from './register.ts';

export interface OutboxOptions {
  readonly activity: Pick<Store['activity'], 'last' | 'unsent' | 'countUnsent'>;
  readonly copies: Pick<Copies, 'accounts' | 'audited'>;
  readonly register: () => Register | null;
  readonly onState: () => void;
}

const BATCH = 1000;
/** Number of failed batches in a row after which `send` gives up. The next log entry or connect sends again. */
const MOST_FAILED = 3;

export class Outbox {
  readonly #options: OutboxOptions;
  waiting = 0;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Sends new activity log entries to the team database. Also resolves if the team database fails. */
  readonly send = oneAtATime(async () => {
    const { activity, copies, onState } = this.#options;
    if (copies.accounts().length > 0) await this.#sendAll().catch(() => undefined);
    const waiting = await activity.countUnsent().catch(() => this.waiting);
    if (waiting === this.waiting) return;
    this.waiting = waiting;
    onState();
  });

  async #sendAll(): Promise<void> {
    const { activity, copies, register } = this.#options;
    let position: AuditPosition | null = null;
    for (let failed = 0; failed < MOST_FAILED;) {
      const open = register();
      if (open === null) return;
      // After a failed batch, asks which entry the team database received last, because the batch may have arrived.
      const at: Result<AuditPosition> = position === null ? await open.auditPosition() : ok(position);
      if (!at.ok) return;
      const last = await activity.last();
      const entries = await activity.unsent(at.value.lastLocal, BATCH);
      const end = entries.at(-1)?.number ?? last;
      const audit = entries.map(({ number: _number, ...entry }) => entry);
      const sent: Result<AuditPosition> = audit.length === 0 ? at : await open.addAudit(at.value, audit, end);
      position = sent.ok ? sent.value : null;
      failed = sent.ok ? 0 : failed + 1;
      if (!sent.ok) continue;
      await copies.audited(end);
      if (entries.length < BATCH) return;
    }
  }
}
