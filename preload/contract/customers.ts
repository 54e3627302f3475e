/** A customer is the set of boards and papers with the same customer name in their notes. */
import * as v from 'valibot';
import * as c from './call.ts';

/** A board, paper, visit or note of a customer. `at`: epoch ms. `text`: the note, or the reason for the visit. */
const customerRoom = c.object({
  kind: v.picklist(['board', 'paper']),
  id: c.text,
  name: c.text,
  at: c.maybeTime,
  text: c.text,
});
export interface CustomerRoom extends v.InferOutput<typeof customerRoom> {}

const customerRooms = c.object({ total: c.count, rows: c.list(customerRoom) });
export interface CustomerRooms extends v.InferOutput<typeof customerRooms> {}

/** A customer's page. `at` is when a board was created, a paper added, a visit started, or a note last changed. */
const customerPage = c.object({
  boards: customerRooms,
  papers: customerRooms,
  visits: customerRooms,
  notes: customerRooms,
});
export interface CustomerPage extends v.InferOutput<typeof customerPage> {}

const customerTotal = c.object({
  name: c.text,
  boards: c.count,
  papers: c.count,
  /** Creation time of the customer's oldest board; null without a readable time. */
  oldest: c.maybeTime,
  lastVisit: c.maybeTime,
});
export interface CustomerTotal extends v.InferOutput<typeof customerTotal> {}

export const customers = {
  /** Returns the totals of all customers, most boards and papers first. Omits unlisted boards and deleted papers. */
  totals: c.reads({ args: c.ofConnection, reply: c.list(customerTotal) }),
  /** Saves a CSV file with the totals of each customer. Fails with `invalid-input` if there are no customers. */
  export: c.savesFile(c.ofConnection, c.fileWritten),
  /** Returns the boards, papers, visits and notes of one customer. Ignores the case of the customer's name. */
  page: c.reads({ args: { connectionId: c.id, customer: c.shortText }, reply: customerPage }),
};
