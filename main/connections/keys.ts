/** SKELETON. */
import type { ConnectionKeys, KeyFile, KeyLeftover, KeySlot } from '../../preload/contract/domain.ts';
import type { ArgsOf } from '../../preload/contract/calls.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Files } from '../files/files.ts';
import type { Policy } from '../policy/policy.ts';
import type { Addresses, ServiceApi } from '../service/api.ts';
import type { ApiKey } from '../service/api-key.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { KeySlots } from './key-slots.ts';

export interface KeysOptions {
  readonly slots: KeySlots;
  readonly files: Files;
  readonly policy: Policy;
  readonly recordOf: (connectionId: string) => Promise<Result<ConnectionRecord>>;
  /** Papers are needed to try a key at the paper API. */
  readonly register: Store['papers'];
  readonly createApi: (addresses: Addresses, key: () => Promise<Result<ApiKey>>) => ServiceApi;
  readonly onChange: (keys: ConnectionKeys) => void;
  /** Another key is in use now: what was made with the one before is out of date. */
  readonly onSwitched: (connectionId: string) => Promise<void>;
  readonly now: () => number;
}

export class Keys {
  constructor(_options: KeysOptions) {
    throw new Error('skeleton');
  }

  list(_connectionId: string): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  chooseFile(): Promise<Result<KeyFile | null>> {
    throw new Error('skeleton');
  }

  shredFile(_fileId: string): Promise<Result<null>> {
    throw new Error('skeleton');
  }

  stage(_staged: ArgsOf<'keys.stage'>): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  edit(_edited: ArgsOf<'keys.edit'>): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  keep(_connectionId: string, _keyId: string): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  rehearse(_connectionId: string, _paper: string): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  useNext(_connectionId: string, _slot: KeySlot, _knowingly: boolean): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  goBack(_connectionId: string, _slot: KeySlot): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  retire(_connectionId: string, _keyId: string, _typed: string): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  discard(_connectionId: string, _keyId: string): Promise<Result<ConnectionKeys>> {
    throw new Error('skeleton');
  }

  leftovers(): Promise<Result<readonly KeyLeftover[]>> {
    throw new Error('skeleton');
  }

  removeLeftovers(): Promise<Result<readonly KeyLeftover[]>> {
    throw new Error('skeleton');
  }

  /** Forgets chosen files, with their keys, and rehearsals. */
  drop(): void {
    throw new Error('skeleton');
  }
}
