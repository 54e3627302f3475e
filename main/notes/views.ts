/** Questions with a name, and the columns of a list: how the boards of a connection are looked at. */
import type { ArgsOf } from '../../preload/contract/calls.ts';
import type { BoardColumn, SavedView } from '../../preload/contract/domain.ts';
import type { Result } from '../../preload/contract/failure.ts';
import type { Connections } from '../connections/connections.ts';
import type { Store } from '../store/database.ts';

export interface ViewsOptions {
  readonly table: Store['views'];
  readonly layouts: Store['layouts'];
  readonly recordOf: Connections['recordOf'];
  readonly now: () => number;
}

export declare class Views {
  constructor(options: ViewsOptions);
  list(connectionId: string): Promise<Result<readonly SavedView[]>>;
  save(view: ArgsOf<'views.save'>): Promise<Result<readonly SavedView[]>>;
  remove(connectionId: string, id: string): Promise<Result<readonly SavedView[]>>;
  columns(connectionId: string): Promise<Result<readonly BoardColumn[]>>;
  setColumns(connectionId: string, columns: readonly BoardColumn[]): Promise<Result<readonly BoardColumn[]>>;
}
