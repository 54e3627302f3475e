/** Jobs that make boards, papers and join links, each from a list of names. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Job, JobKind } from '../../preload/contract/jobs.ts';
import type { Access } from '../connections/access.ts';
import type { Question } from '../ipc/implementation.ts';
import type { Store } from '../store/database.ts';
import { readLine, readTags } from '../notes/read-note.ts';
import { readPastedPaper } from '../papers/paste.ts';
import type { JobRecord, NewItem } from '../store/tables/jobs.ts';
import { cleanLine } from '../wording/clean.ts';
import { changedSince, wrongFields } from '../wording/failure.ts';
import { formatNumber } from '../wording/format.ts';
import { NameLists } from './name-lists.ts';
import { paperNames, whyNotPackPattern } from './paper-names.ts';
import { createQuestion } from './questions.ts';
import { whyNotAllowed, type JobRules } from './rules.ts';
import type { WorkOptions } from './work.ts';

/** The subject of a new job. */
export type NewJob = Pick<
  JobRecord,
  'kind' | 'about' | 'aboutName' | 'tags' | 'reason' | 'draftedBy' | 'templateId' | 'pattern'
>;

export interface CreatesOptions {
  readonly work: Pick<WorkOptions, 'recordOf' | 'papers'>;
  readonly policy: JobRules;
  readonly appUrlOf: Access['appUrlOf'];
  readonly register: Pick<Store['papers'], 'ofConnection'>;
  /** Queues a job, which begins at once. */
  readonly add: (connectionId: string, job: NewJob, items: readonly NewItem[]) => Promise<Result<Job>>;
  readonly now: () => number;
}

/** Of a job that nothing more is said of. */
export const SAID = {
  about: '',
  aboutName: '',
  tags: [],
  reason: '',
  draftedBy: null,
  templateId: null,
  pattern: '',
} as const;
/** What the rules are asked about what makes something. */
const NO_DELETE = { place: 1, draftedBy: null, reason: '' } as const;

export class Creates {
  readonly #options: CreatesOptions;
  readonly #lists = new NameLists();

  constructor(options: CreatesOptions) {
    this.#options = options;
  }

  /** What main asks before so many things are made; null where a press is enough. */
  async createQuestion(kind: JobKind, connectionId: string, items: number): Promise<Result<Question | null>> {
    const connection = await this.#options.work.recordOf(connectionId);
    return connection.ok ? ok(createQuestion(kind, connection.value, items)) : connection;
  }

  /** The same of a list of names. */
  async namesQuestion(
    kind: JobKind,
    { connectionId, names, earlier }: ArgsOf<'jobs.addNames'> & { readonly connectionId: string },
  ): Promise<Result<Question | null>> {
    const all = this.#lists.read({ names, earlier });
    const read = all.ok ? readNames(all.value) : all;
    return read.ok ? this.createQuestion(kind, connectionId, read.value.length) : read;
  }

  async createBoards(args: ArgsOf<'jobs.createBoards'>, answered?: Question | null): Promise<Result<Job>> {
    const read = boardNotes(args, this.#options.now());
    if (!read.ok) return read;
    const { labels, tags } = read.value;
    const items = labels.map((name) => ({ targetId: '', name }));
    return this.#make(args.connectionId, { ...SAID, kind: 'create-boards', tags }, items, answered);
  }

  addNames(args: ArgsOf<'jobs.addNames'>): Result<{ readonly listId: string }> {
    return this.#lists.add(args);
  }

  async createPapers(
    { connectionId, templateId, ...list }: ArgsOf<'jobs.createPapers'>,
    answered?: Question | null,
  ): Promise<Result<Job>> {
    const read = this.#namesOf(list);
    if (!read.ok) return read;
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const template = readTemplate(templateId, appUrl.value);
    if (!template.ok) return template;
    const items = read.value.map((name) => ({ targetId: '', name }));
    const job = { ...SAID, kind: 'create-papers', templateId: template.value } as const;
    return this.#make(connectionId, job, items, answered);
  }

  async createPack(args: ArgsOf<'jobs.createPack'>, answered?: Question | null): Promise<Result<Job>> {
    const { connectionId, pattern, templateId, shared } = args;
    const read = this.#namesOf(args);
    if (!read.ok) return read;
    if (shared) return this.#sharedPack(args, read.value, answered);
    const why = whyNotPackPattern(pattern, read.value.length);
    if (why !== null) return fail(wrongFields({ pattern: why }));
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const template = readTemplate(templateId, appUrl.value);
    if (!template.ok) return template;
    const items = read.value.map((name) => ({ targetId: '', name }));
    const job = {
      ...SAID,
      kind: 'create-pack',
      pattern: cleanLine(pattern),
      templateId: template.value,
    } as const;
    return this.#make(connectionId, job, items, answered);
  }

  /** Makes the paper, once it is sure that its links may be made. */
  async #sharedPack(
    { connectionId, pattern, templateId }: ArgsOf<'jobs.createPack'>,
    people: readonly string[],
    answered: Question | null | undefined,
  ): Promise<Result<Job>> {
    const { now, policy, work } = this.#options;
    const other = await this.#whyOther('mint-links', connectionId, people.length, answered);
    if (other !== null) return fail(other);
    const named = paperNames(pattern, 1, now());
    if (!named.ok) return named;
    const refused = whyNotAllowed(policy, { ...NO_DELETE, kind: 'mint-links', items: people.length });
    if (refused !== null) return fail(refused);
    const made = await work.papers.create({ connectionId, name: named.value[0] ?? '', templateId });
    if (!made.ok) return made;
    const { identifier, name } = made.value;
    const job = { ...SAID, kind: 'mint-links', about: identifier, aboutName: name } as const;
    return this.#options.add(
      connectionId,
      job,
      people.map((person) => ({ targetId: identifier, name: person })),
    );
  }

  async mintLinks(
    { connectionId, identifier, ...list }: ArgsOf<'jobs.mintLinks'>,
    answered?: Question | null,
  ): Promise<Result<Job>> {
    const read = this.#namesOf(list);
    if (!read.ok) return read;
    const items = read.value.map((name) => ({ targetId: identifier, name }));
    // Only a help: without it the job is told by the identifier.
    const papers = await this.#options.register.ofConnection(connectionId).catch(() => []);
    const aboutName = papers.find((paper) => paper.identifier === identifier)?.name ?? '';
    const job = { ...SAID, kind: 'mint-links', about: identifier, aboutName } as const;
    return this.#make(connectionId, job, items, answered);
  }

  /** Adds a job that makes something, if the question that was answered is still the one to ask. */
  async #make(
    connectionId: string,
    job: NewJob,
    items: readonly NewItem[],
    answered: Question | null | undefined,
  ): Promise<Result<Job>> {
    const other = await this.#whyOther(job.kind, connectionId, items.length, answered);
    return other === null ? this.#options.add(connectionId, job, items) : fail(other);
  }

  async #whyOther(
    kind: JobKind,
    connectionId: string,
    items: number,
    answered: Question | null | undefined,
  ): Promise<Failure | null> {
    const question = await this.createQuestion(kind, connectionId, items);
    return question.ok ? changedSince(answered, question.value) : question.error;
  }

  #namesOf(list: ArgsOf<'jobs.addNames'>): Result<readonly string[]> {
    const all = this.#lists.take(list);
    return all.ok ? readNames(all.value) : all;
  }

  /** Forgets the lists of names that were not used yet. */
  drop(): void {
    this.#lists.drop();
  }
}

/** Names of papers or people. Fails with `invalid-input` (field `names`). */
export function readNames(names: readonly string[]): Result<readonly string[]> {
  const read = names.map(cleanLine);
  const blank = read.indexOf('');
  if (read.length === 0) return fail(wrongFields({ names: 'Enter at least one name.' }));
  if (read.length > MOST_NAMES)
    return fail(wrongFields({ names: `Enter at most ${formatNumber(MOST_NAMES)} names.` }));
  return blank < 0 ? ok(read) : fail(wrongFields({ names: `Name ${blank + 1} is empty.` }));
}

const MOST_NAMES = 1000;

/** What new boards are called and tagged; no label for an empty pattern. `today` is epoch ms. */
export function boardNotes(
  { count, label, tags }: ArgsOf<'jobs.createBoards'>,
  today: number,
): Result<{ readonly labels: readonly string[]; readonly tags: readonly string[] }> {
  const none = Array.from({ length: count }, () => '');
  const labels = label.trim() === '' ? ok(none) : paperNames(label, count, today);
  const wrongLabel = labels.ok
    ? labels.value.map((each) => readLine('label', each)).find((read) => !read.ok)?.error
    : labels.error.fields?.['pattern'];
  const read = readTags(tags);
  if (labels.ok && wrongLabel === undefined && read.ok) return ok({ labels: labels.value, tags: read.value });
  return fail(
    wrongFields({
      ...(wrongLabel !== undefined && { label: wrongLabel }),
      ...(!read.ok && { tags: read.error }),
    }),
  );
}

/** A template's identifier, or null for none. Fails with `invalid-input` (field `templateId`). */
export function readTemplate(templateId: string | null, appUrl: string): Result<string | null> {
  if (templateId === null) return ok(null);
  const read = readPastedPaper(templateId, appUrl);
  return read.ok ? read : fail(wrongFields({ templateId: read.error }));
}
