/** Small pictures of boards and papers, as their previews showed them when they were left: on this computer only. */
import * as v from 'valibot';
import * as c from './call.ts';

const picture = c.object({
  /** Of a board or a paper. */
  id: c.text,
  /** A `data:` address. */
  source: c.text,
  /** In px. */
  width: c.number,
  height: c.number,
  /** Epoch ms. */
  takenAt: c.number,
});
export interface Picture extends v.InferOutput<typeof picture> {}

const keptPictures = c.object({ pictures: c.number, bytes: c.number });
export interface KeptPictures extends v.InferOutput<typeof keptPictures> {}

/** These things of a connection have another picture now, or none. A null stands for all. */
export const picturesChanged = c.object({
  connectionId: v.nullable(c.text),
  ids: v.nullable(c.list(c.text)),
});
export interface PicturesChanged extends v.InferOutput<typeof picturesChanged> {}

export const pictures = {
  /** Those of these boards and papers that have one; at most 50 are asked for. */
  of: c.reads({
    args: { connectionId: c.id, ids: c.list(c.id, 50) },
    reply: c.list(picture),
  }),
  /** How many are kept, of all connections. */
  kept: c.reads({ reply: keptPictures }),
  /** Removes all of them from this computer. */
  clear: c.changesComputer({ reply: keptPictures, consent: 'press' }),
};
