import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { FileWritten } from '../../preload/contract/call.ts';
import { ITEM_WORDS } from '../../preload/contract/later-facts.ts';
import type { Job, JobItem, JobKind } from '../../preload/contract/jobs.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { qrSheet, type SheetLink } from '../papers/tokens/qr.ts';
import { dayOf, formatDateTime } from '../lib/wording/format.ts';
import type { Core } from '../ipc/core.ts';
import { savedAs, type SavePdf } from '../lib/files/files.ts';
import { tabbedRow, timeCell, type Cell } from '../lib/files/csv.ts';
import { onePage, tablePieces, type TablePages } from '../lib/files/table.ts';
import { KINDS } from './kinds.ts';
import { noSuchJob } from './states.ts';
import { failure } from '../lib/wording/failure.ts';
import type { Jobs } from './jobs.ts';

export interface JobResultsOptions extends Pick<Core, 'saveExport' | 'copySecret' | 'now'> {
  readonly jobs: Pick<Jobs, 'list' | 'items' | 'linksOf'>;
  readonly savePdf: SavePdf;
}

const ITEMS_AT_A_TIME = 1000;

export class JobResults {
  readonly #options: JobResultsOptions;

  constructor(options: JobResultsOptions) {
    this.#options = options;
  }

  /** Exports a job's items to a file. Returns null if the user cancels. A failed export leaves no file. */
  async saveItems({ jobId, format }: ArgsOf<'jobs.saveItems'>): Promise<Result<FileWritten | null>> {
    const { jobs, saveExport } = this.#options;
    const job = jobs.list().find(({ id }) => id === jobId);
    if (job === undefined) return fail(noSuchJob);
    return saveExport('job', format, (workbook) =>
      tablePieces(Object.keys(CELLS), this.#pagesOf(job), workbook),
    );
  }

  async copyLinks({ jobId }: ArgsOf<'jobs.copyLinks'>): Promise<Result<{ readonly links: number }>> {
    const links = this.#linksOf(jobId);
    if (!links.ok) return links;
    return this.#copied(links.value, links.value.map(({ name, link }) => tabbedRow([name, link])).join('\n'));
  }

  async copyLink({ jobId, index }: ArgsOf<'jobs.copyLink'>): Promise<Result<{ readonly name: string }>> {
    const made = this.#options.jobs.linksOf(jobId).get(index);
    if (made === undefined) return fail(noLinks);
    const copied = await this.#options.copySecret(made.link);
    return copied.ok ? ok({ name: made.name }) : copied;
  }

  async copyMail({ jobId, text }: ArgsOf<'jobs.copyMail'>): Promise<Result<{ readonly links: number }>> {
    const links = this.#linksOf(jobId);
    if (!links.ok) return links;
    const mails = links.value.map((link) => mailFor(text.trim(), link));
    return this.#copied(links.value, mails.join(`\n\n${'-'.repeat(40)}\n\n`));
  }

  async #copied(links: readonly SheetLink[], text: string): Promise<Result<{ readonly links: number }>> {
    const copied = await this.#options.copySecret(text);
    return copied.ok ? ok({ links: links.length }) : copied;
  }

  async saveLinks({ jobId }: ArgsOf<'jobs.saveLinks'>): Promise<Result<FileWritten | null>> {
    const links = this.#linksOf(jobId);
    if (!links.ok) return links;
    const rows = links.value.map((each) => [each.name, each.paperName, each.link, timeCell(each.expiresAt)]);
    return this.#options.saveExport('links', 'csv', () => tablePieces(LINK_HEADS, onePage(rows)));
  }

  async saveQrSheet({ jobId, size }: ArgsOf<'jobs.saveQrSheet'>): Promise<Result<FileWritten | null>> {
    const links = this.#linksOf(jobId);
    if (!links.ok) return links;
    const { now, savePdf } = this.#options;
    const saved = await savePdf(`easel-qr-codes-${dayOf(now())}.pdf`, await qrSheet(links.value, size));
    return savedAs(saved, { items: links.value.length });
  }

  async *#pagesOf({ id, kind }: Job): TablePages {
    const query = { jobId: id, count: ITEMS_AT_A_TIME, state: null };
    for (let from = 0, matching = 1; from < matching;) {
      const page = await this.#options.jobs.items({ ...query, from });
      if (!page.ok) return yield page;
      const { items } = page.value;
      ({ matching } = page.value);
      // Fails if the user dismissed the job during the export, because a partial file would look complete.
      if (items.length === 0 && from < matching) return yield fail(noSuchJob);
      yield ok(items.map((item) => Object.values(CELLS).map((cellOf) => cellOf(item, kind))));
      from += items.length;
    }
  }

  #linksOf(jobId: string): Result<readonly SheetLink[]> {
    const links = [...this.#options.jobs.linksOf(jobId).values()];
    return links.length === 0 ? fail(noLinks) : ok(links);
  }
}

const CELLS: Readonly<Record<string, (item: JobItem, kind: JobKind) => Cell>> = {
  place: ({ index }) => index + 1,
  kind: (_item, kind) => `${KINDS[kind].order} ${KINDS[kind].one}`,
  id: ({ targetId }) => targetId,
  name: ({ name }) => name,
  state: ({ state }) => ITEM_WORDS[state],
  status: ({ status }) => status ?? '',
  message: ({ message }) => message,
  time: ({ at }) => timeCell(at),
};

function mailFor(text: string, { name, paperName, link, expiresAt }: SheetLink): string {
  const words: Readonly<Record<string, string>> = {
    name,
    link,
    paper: paperName,
    expires: expiresAt === null ? 'no expiry date' : formatDateTime(expiresAt),
  };
  // Replaces all placeholders in one pass, so that a person's name such as "{link}" is not replaced.
  return text.replaceAll(/\{(name|link|paper|expires)\}/gu, (whole, word: string) => words[word] ?? whole);
}

const LINK_HEADS = ['name', 'paper', 'link', 'expires'] as const;

const noLinks = failure('not-found', {
  message: 'This job’s links are no longer available: Easel keeps links only until it closes or locks.',
  nextStep: 'Create the links again.',
});
