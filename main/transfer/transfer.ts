/** SKELETON. */
import type { ArgsOf } from '../../preload/contract/calls.ts';
import type { Exported, Imported, ImportPlan } from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import type { KeySlots } from '../connections/key-slots.ts';
import type { Files } from '../files/files.ts';
import type { Policy } from '../policy/policy.ts';
import type { Store } from '../store/database.ts';

export interface TransferOptions {
  readonly connections: Pick<Connections, 'records' | 'whyNotAllowed' | 'importRecord'>;
  readonly slots: KeySlots;
  readonly register: Store['papers'];
  readonly files: Files;
  readonly policy: Policy;
  readonly now: () => number;
}

export class Transfer {
  constructor(_options: TransferOptions) {
    throw new Error('skeleton');
  }

  export(_request: ArgsOf<'transfer.export'>): Promise<Result<Exported | null>> {
    throw new Error('skeleton');
  }

  open(): Promise<Result<ImportPlan | null>> {
    throw new Error('skeleton');
  }

  unlock(_importId: string, _passphrase: string): Promise<Result<ImportPlan>> {
    throw new Error('skeleton');
  }

  apply(_importId: string, _entries: readonly number[]): Promise<Result<Imported>> {
    throw new Error('skeleton');
  }

  close(_importId: string): null {
    throw new Error('skeleton');
  }

  /** Forgets everything read, with its keys. */
  drop(): void {
    throw new Error('skeleton');
  }
}
