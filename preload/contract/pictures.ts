/** Thumbnails: the last screenshot of each live preview, stored on this computer only. */
import * as v from 'valibot';
import * as c from './call.ts';

const picture = c.object({
  id: c.text,
  source: c.text,
  width: c.number,
  height: c.number,
  takenAt: c.time,
});
export interface Picture extends v.InferOutput<typeof picture> {}

/** Data of an event about changed thumbnails. Null ids mean all thumbnails. */
export const picturesChanged = c.object({
  connectionId: v.nullable(c.text),
  ids: v.nullable(c.list(c.text)),
});

export const pictures = {
  of: c.reads({
    args: { connectionId: c.id, ids: c.list(c.id, 50) },
    reply: c.list(picture),
  }),
  clear: c.changesComputer({ consent: 'press' }),
};
