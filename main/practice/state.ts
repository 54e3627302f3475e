import { randomUUID } from 'node:crypto';
import type { Item } from '../../preload/contract/practice-room.ts';

/** A paper as the service stores it. */
export interface Paper {
  readonly identifier: string;
  readonly name: string;
  readonly templateId: string | undefined;
  readonly items: Map<string, Item>;
}

/** A board as the service stores it. Times are epoch ms. */
export interface Board {
  readonly roomId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly items: Map<string, Item>;
}

/** What a room shows, whether it belongs to a paper or to a board. */
export interface RoomContent {
  readonly id: string;
  readonly name: string;
  readonly items: Map<string, Item>;
}

/** A service's initial state, restored by a reset. */
export interface InitialState {
  readonly papers: readonly Pick<Paper, 'identifier' | 'name'>[];
  /** Content of papers and boards by identifier; shared, and copied on change. */
  readonly content: ReadonlyMap<string, readonly Item[]>;
  /** Oldest first. */
  readonly boards: readonly Omit<Board, 'items'>[];
}

/** The whole memory of the practice service. It lives in the worker and dies with it. */
export class State {
  readonly #papers = new Map<string, Paper>();
  /** Oldest first, so that the newest-first list is read from its end. */
  #boards: Board[] = [];
  readonly #boardsById = new Map<string, Board>();

  constructor(initial: InitialState) {
    this.reset(initial);
  }

  /** Forgets everything and starts again from sample data. */
  reset(initial: InitialState): void {
    this.#papers.clear();
    this.#boardsById.clear();
    for (const { identifier, name } of initial.papers) {
      const items = new Map((initial.content.get(identifier) ?? []).map((item) => [item.id, item]));
      this.#papers.set(identifier, { identifier, name, templateId: undefined, items });
    }
    this.#boards = initial.boards.map((board) => {
      const items = new Map((initial.content.get(board.roomId) ?? []).map((item) => [item.id, item]));
      return { ...board, items };
    });
    for (const board of this.#boards) this.#boardsById.set(board.roomId, board);
  }

  paper(identifier: string): Paper | undefined {
    return this.#papers.get(identifier);
  }

  /** Every paper, in order of creation. Not reachable over HTTP: the service can't list papers. */
  papers(): readonly Paper[] {
    return [...this.#papers.values()];
  }

  /**
   * Creates a paper. A template's items are copied as they are now. Items are immutable values in a map of their own,
   * so later edits on either side stay on that side.
   */
  createPaper(name: string, template: Paper | undefined): Paper {
    const paper: Paper = {
      identifier: randomUUID(),
      name,
      templateId: template?.identifier,
      items: new Map(template?.items),
    };
    this.#papers.set(paper.identifier, paper);
    return paper;
  }

  /** Deletes a paper and its content for good; false when there is none. */
  deletePaper(identifier: string): boolean {
    return this.#papers.delete(identifier);
  }

  board(roomId: string): Board | undefined {
    return this.#boardsById.get(roomId);
  }

  get boardCount(): number {
    return this.#boards.length;
  }

  /** Boards from `offset` on, newest first, at most `limit`. */
  listBoards(limit: number, offset: number): readonly Board[] {
    const end = Math.max(0, this.#boards.length - offset);
    return this.#boards.slice(Math.max(0, end - limit), end).reverse();
  }

  createBoard(now: number): Board {
    const board: Board = { roomId: randomUUID(), createdAt: now, updatedAt: now, items: new Map() };
    this.#boards.push(board);
    this.#boardsById.set(board.roomId, board);
    return board;
  }

  /** Deletes a board for good; false when there is none. */
  deleteBoard(roomId: string): boolean {
    const board = this.#boardsById.get(roomId);
    if (!board) return false;
    this.#boardsById.delete(roomId);
    this.#boards.splice(this.#boards.indexOf(board), 1);
    return true;
  }

  /**
   * What the room of this identifier shows.
   * @param withBoards whether boards have rooms too (the service's answer to this is not documented)
   */
  room(id: string, withBoards: boolean): RoomContent | undefined {
    const paper = this.#papers.get(id);
    if (paper) return { id, name: paper.name, items: paper.items };
    const board = withBoards ? this.#boardsById.get(id) : undefined;
    return board && { id, name: `Board ${id.slice(0, 8)}`, items: board.items };
  }
}
