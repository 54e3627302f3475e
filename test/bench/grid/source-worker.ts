import type { BoardRow } from '../../../preload/contract/boards.ts';
import { boardCreated, boardId } from '../boards-of-bench.ts';
import type { RowsAsked, RowsGiven } from './source.ts';

function row(rank: number): BoardRow {
  const id = boardId(rank);
  return {
    rowKey: id,
    id,
    created: { ...boardCreated(rank), assumedUtc: true },
    vanishedAt: null,
    local: {
      label: `Class ${rank % 97}, group ${rank % 7}`,
      note: `Kept for the autumn term ${rank % 13}`,
      tags: ['school', `year-${rank % 12}`],
      customer: `School ${rank % 389}`,
      protected: rank % 50 === 0,
    },
    madeHere: false,
    previewedAt: null,
    fields: [],
  };
}

self.addEventListener('message', ({ data }: MessageEvent<RowsAsked>) => {
  const given: RowsGiven = {
    call: data.call,
    rows: Array.from({ length: data.count }, (_, place) => row(data.from + place)),
  };
  self.postMessage(given);
});
