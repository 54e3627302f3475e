/** What a page can ask of jobs, plans and the activity log: a part of `calls.ts`, which says how these entries are meant. */
import type { Call, Nothing, OfConnection, OfPaper, RoomTarget } from './call.ts';
import type {
  ActivityCheck,
  ActivityFilter,
  ActivityPage,
  BoardSelection,
  FileWritten,
  Job,
  JobItems,
  JobItemState,
  JobReview,
} from './domain.ts';

type OfJob = { readonly jobId: string };
type OfReview = { readonly reviewId: string };

export interface JobCalls {
  /** Every job of this computer that was not put away, newest first. */
  'jobs.list': Call<Nothing, readonly Job[]>;
  /** Holds the delete of one board or paper. Fails as a change on this connection would. */
  'jobs.deleteOne': Call<OfConnection & { readonly target: RoomTarget }, Job>;
  /** Fixes the ids of a selection, and says what deleting them would mean. Nothing is queued. */
  'jobs.review': Call<OfConnection & { readonly selection: BoardSelection }, JobReview>;
  /** Writes the list of what would be deleted to a file that the person chooses; null when they chose none. */
  'jobs.saveReview': Call<OfReview, FileWritten | null>;
  'jobs.closeReview': Call<OfReview, null>;
  /** Holds the delete of all reviewed boards. Fails with `invalid-input` (field `typed`), `policy`. */
  'jobs.deleteReviewed': Call<OfReview & { readonly typed: string; readonly reason: string }, Job>;
  /** 1 to 1,000 boards. */
  'jobs.createBoards': Call<OfConnection & { readonly count: number }, Job>;
  /** The names that a pattern gives: `{n}`, `{nn}` … count from 1, `{date}` is today. Fails with `invalid-input`. */
  'jobs.paperNames': Call<{ readonly pattern: string; readonly count: number }, readonly string[]>;
  /** One paper for each name, all from one template or none. Fails with `invalid-input` (fields `names`, `templateId`). */
  'jobs.createPapers': Call<
    OfConnection & { readonly names: readonly string[]; readonly templateId: string | null },
    Job
  >;
  /** One join link of a paper for each name. The links stay in main until they are copied or saved. */
  'jobs.mintLinks': Call<OfPaper & { readonly names: readonly string[] }, Job>;
  /** Puts names and links on the clipboard, a line each. */
  'jobs.copyLinks': Call<OfJob, { readonly links: number }>;
  'jobs.saveLinks': Call<OfJob, FileWritten | null>;
  /** Ends the hold: begins at once. It is also the yes that a held job waits for after an outage or a restart. */
  'jobs.startNow': Call<OfJob, Job>;
  /** Ends a held job; nothing was sent. */
  'jobs.cancel': Call<OfJob, Job>;
  'jobs.pause': Call<OfJob, Job>;
  'jobs.resume': Call<OfJob, Job>;
  /** Ends it for good: what was not sent stays untouched. */
  'jobs.stop': Call<OfJob, Job>;
  /** Runs the failed items again, and no others; never those whose end is unknown. */
  'jobs.retryFailed': Call<OfJob, Job>;
  /** Takes an ended job off the list; its entries stay in the activity log. */
  'jobs.dismiss': Call<OfJob, null>;
  'jobs.items': Call<
    OfJob & { readonly from: number; readonly count: number; readonly state: JobItemState | null },
    JobItems
  >;
  /** All items with their ends as CSV. */
  'jobs.saveItems': Call<OfJob, FileWritten | null>;

  /** Writes a reviewed delete to a plan file that another person can run; null when no place was chosen. */
  'plans.save': Call<OfReview & { readonly note: string; readonly validDays: number }, FileWritten | null>;
  /** Lets the person choose a plan, holds it against what is here now, and gives its review; null when they chose none. */
  'plans.open': Call<OfConnection, JobReview | null>;

  'activity.page': Call<ActivityFilter & { readonly from: number; readonly count: number }, ActivityPage>;
  /** Reads the whole log and checks that no line was changed, taken out or put in. */
  'activity.check': Call<Nothing, ActivityCheck>;
  'activity.export': Call<ActivityFilter & { readonly format: 'csv' | 'json' }, FileWritten | null>;
}
