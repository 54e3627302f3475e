/** What people write about boards on this computer: changed, taken back, exported, and read from a colleague’s file. */
import type {
  BoardSelection,
  LocalChange,
  LocalChanged,
  LocalImport,
} from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/database.ts';
import type { Mirror } from '../store/mirror/mirror.ts';

export interface NotesOptions {
  readonly table: Store['notes'];
  readonly facts: Pick<Store['boardFacts'], 'made' | 'previewed'>;
  readonly mirror: Pick<Mirror, 'facts' | 'ids' | 'notesChanged'>;
  readonly recordOf: Connections['recordOf'];
  readonly files: Files;
  readonly now: () => number;
  /** Rows of this connection show something else now, and the mirror knows. */
  readonly onChange: (connectionId: string) => void;
}

export declare class Notes {
  constructor(options: NotesOptions);
  annotate(
    connectionId: string,
    selection: BoardSelection,
    change: LocalChange,
  ): Promise<Result<LocalChanged>>;
  undo(connectionId: string, undoId: string): Promise<Result<LocalChanged>>;
  export(
    connectionId: string,
    format: 'csv' | 'json',
  ): Promise<Result<{ readonly fileName: string; readonly boards: number } | null>>;
  open(connectionId: string): Promise<Result<LocalImport | null>>;
  apply(importId: string, takeTheirs: readonly string[]): Promise<Result<{ readonly boards: number }>>;
  /** A board was made from this computer. */
  boardMade(connectionId: string, boardId: string): Promise<void>;
  /** A board was previewed from this computer. */
  boardPreviewed(connectionId: string, boardId: string): Promise<void>;
  /** Forgets the file that is open. */
  drop(): void;
}
