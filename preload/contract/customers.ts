/** Contract of customers: the boards and papers that have the same customer in their notes. */
import * as v from 'valibot';
import * as c from './call.ts';

/** A board or paper of a customer. `at` is epoch ms; `text` is the note, or the reason of a visit. */
const customerRoom = c.object({
  kind: v.picklist(['board', 'paper']),
  id: c.text,
  name: c.text,
  at: c.maybeTime,
  text: c.text,
});
export interface CustomerRoom extends v.InferOutput<typeof customerRoom> {}

/** The first rows of a list, newest first, and the length of the list. */
const customerRooms = c.object({ total: c.count, rows: c.list(customerRoom) });
export interface CustomerRooms extends v.InferOutput<typeof customerRooms> {}

/** `at` is when boards were created, papers were added, visits began, and notes were last changed. */
const customerPage = c.object({
  boards: customerRooms,
  papers: customerRooms,
  visits: customerRooms,
  notes: customerRooms,
});
export interface CustomerPage extends v.InferOutput<typeof customerPage> {}

/** Totals of a customer. Times are epoch ms. */
const customerTotal = c.object({
  name: c.text,
  boards: c.count,
  papers: c.count,
  /** Creation of the oldest board with a readable date. */
  oldest: c.maybeTime,
  /** Start of the last visit to a board or paper. */
  lastVisit: c.maybeTime,
});
export interface CustomerTotal extends v.InferOutput<typeof customerTotal> {}

export const customers = {
  /** Counts listed boards, and papers that are not deleted. The customer with the most comes first. */
  totals: c.reads({ args: c.ofConnection, reply: c.list(customerTotal) }),
  /** Exports the totals. Fails with `invalid-input` if there are no customers. */
  export: c.savesFile(c.ofConnection, c.fileWritten),
  /** Reads the rooms of one customer. Ignores letter case. The visits come from the activity log. */
  page: c.reads({ args: { connectionId: c.id, customer: c.shortText }, reply: customerPage }),
};
