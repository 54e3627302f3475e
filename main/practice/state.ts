import { randomUUID } from 'node:crypto';
import type { Item } from '../../preload/contract/practice-room.ts';

export interface Paper {
  readonly identifier: string;
  readonly name: string;
  readonly templateId: string | undefined;
  readonly items: Map<string, Item>;
}

export interface Board {
  readonly roomId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly items: Map<string, Item>;
}

export interface RoomContent {
  readonly id: string;
  readonly name: string;
  readonly items: Map<string, Item>;
}

export interface InitialState {
  readonly papers: readonly Pick<Paper, 'identifier' | 'name'>[];
  /** Drawn items by paper or board id. Two ids may share one array, so code that changes an array must copy it. */
  readonly content: ReadonlyMap<string, readonly Item[]>;
  readonly boards: readonly Omit<Board, 'items'>[];
}

export class State {
  readonly papers = new Map<string, Paper>();
  readonly boards = new Map<string, Board>();

  constructor(initial: InitialState) {
    const itemsOf = (id: string) => new Map((initial.content.get(id) ?? []).map((item) => [item.id, item]));
    for (const { identifier, name } of initial.papers)
      this.papers.set(identifier, { identifier, name, templateId: undefined, items: itemsOf(identifier) });
    for (const board of initial.boards)
      this.boards.set(board.roomId, { ...board, items: itemsOf(board.roomId) });
  }

  /** Creates a paper that contains its template's items. Both papers share the item objects, which are immutable. */
  createPaper(name: string, template: Paper | undefined): Paper {
    const templateId = template?.identifier;
    const paper: Paper = { identifier: randomUUID(), name, templateId, items: new Map(template?.items) };
    this.papers.set(paper.identifier, paper);
    return paper;
  }

  listBoards(limit: number, offset: number): readonly Board[] {
    return [...this.boards.values()].toReversed().slice(offset, offset + limit);
  }

  createBoard(now: number): Board {
    const board: Board = { roomId: randomUUID(), createdAt: now, updatedAt: now, items: new Map() };
    this.boards.set(board.roomId, board);
    return board;
  }

  /** Returns a room's content; undefined if there is none. Boards have rooms only if `withBoards` is true. */
  room(id: string, withBoards: boolean): RoomContent | undefined {
    const paper = this.papers.get(id);
    if (paper) return { id, name: paper.name, items: paper.items };
    const board = withBoards ? this.boards.get(id) : undefined;
    return board && { id, name: `Board ${id.slice(0, 8)}`, items: board.items };
  }
}
