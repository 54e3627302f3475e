import type { ArgsOf } from '../../preload/contract/contract.ts';
import { whyNotThisPattern } from '../../preload/contract/later-facts.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Job, JobKind } from '../../preload/contract/jobs.ts';
import type { Access } from '../connections/access.ts';
import type { Question, RecordActivity } from '../lib/implementation.ts';
import type { Store } from '../store/database.ts';
import { readLine, readTags } from '../notes/read-note.ts';
import { readPastedPaper } from '../lib/pasted.ts';
import { createdEntry } from '../papers/papers.ts';
import type { JobRecord, NewItem } from '../store/tables/jobs.ts';
import { cleanLine } from '../lib/wording/clean.ts';
import { failure, wrongFields, refusalSince } from '../lib/wording/failure.ts';
import { paperNames, readNames } from './names.ts';
import { createQuestion } from './questions.ts';
import { whyNotAllowed, type JobRules } from './rules.ts';
import type { WorkOptions } from './work.ts';

export type NewJob = Pick<
  JobRecord,
  'kind' | 'about' | 'aboutName' | 'tags' | 'reason' | 'planId' | 'templateId' | 'pattern'
>;

export interface CreatesOptions {
  readonly work: Pick<WorkOptions, 'recordOf' | 'papers'>;
  readonly policy: JobRules;
  readonly appUrlOf: Access['appUrlOf'];
  readonly register: Pick<Store['papers'], 'ofConnection'>;
  readonly add: (connectionId: string, job: NewJob, items: readonly NewItem[]) => Promise<Result<Job>>;
  readonly record: RecordActivity;
  readonly now: () => number;
}

export const NEW_JOB = {
  about: '',
  aboutName: '',
  tags: [],
  reason: '',
  planId: null,
  templateId: null,
  pattern: '',
} as const;

export class Creates {
  readonly #options: CreatesOptions;

  constructor(options: CreatesOptions) {
    this.#options = options;
  }

  async createQuestion(kind: JobKind, connectionId: string, items: number): Promise<Result<Question | null>> {
    const connection = await this.#options.work.recordOf(connectionId);
    return connection.ok ? ok(createQuestion(kind, connection.value, items)) : connection;
  }

  async namesQuestion(
    kind: JobKind,
    { connectionId, names }: { readonly connectionId: string; readonly names: readonly string[] },
  ): Promise<Result<Question | null>> {
    const read = readNames(names);
    return read.ok ? this.createQuestion(kind, connectionId, read.value.length) : read;
  }

  async createBoards(args: ArgsOf<'jobs.createBoards'>, answered?: Question | null): Promise<Result<Job>> {
    const read = boardNotes(args, this.#options.now());
    if (!read.ok) return read;
    const { labels, tags } = read.value;
    const items = labels.map((name) => ({ targetId: '', name }));
    return this.#make(args.connectionId, { ...NEW_JOB, kind: 'create-boards', tags }, items, answered);
  }

  createPapers(args: ArgsOf<'jobs.createPapers'>, answered?: Question | null): Promise<Result<Job>> {
    return this.#makePapers(args, { ...NEW_JOB, kind: 'create-papers' }, answered);
  }

  async createPack(args: ArgsOf<'jobs.createPack'>, answered?: Question | null): Promise<Result<Job>> {
    if (args.shared) return this.#sharedPack(args, answered);
    const pattern = cleanLine(args.pattern);
    const why = whyNotThisPattern(pattern, args.names.length, ['date', 'name']);
    if (why !== null) return fail(wrongFields({ pattern: why }));
    const job = { ...NEW_JOB, kind: 'create-pack', pattern } as const;
    return this.#makePapers(args, job, answered);
  }

  async #makePapers(
    { connectionId, names, templateId }: ArgsOf<'jobs.createPapers'>,
    job: NewJob,
    answered: Question | null | undefined,
  ): Promise<Result<Job>> {
    const read = readNames(names);
    if (!read.ok) return read;
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const template = templateId === null ? ok(null) : readPastedPaper(templateId, appUrl.value);
    if (!template.ok) return fail(wrongFields({ templateId: template.error }));
    const items = read.value.map((name) => ({ targetId: '', name }));
    return this.#make(connectionId, { ...job, templateId: template.value }, items, answered);
  }

  /** Creates one shared paper, then queues a join link for each person. Checks all limits before creating the paper. */
  async #sharedPack(
    { connectionId, names, pattern, templateId }: ArgsOf<'jobs.createPack'>,
    answered: Question | null | undefined,
  ): Promise<Result<Job>> {
    const { now, policy, record, work } = this.#options;
    const people = readNames(names);
    if (!people.ok) return people;
    const items = people.value.length;
    const other = refusalSince(answered, await this.createQuestion('mint-links', connectionId, items));
    if (other !== null) return fail(other);
    const named = paperNames(pattern, 1, now());
    if (!named.ok) return named;
    const subject = { kind: 'mint-links', items, place: 1, planId: null, reason: '' } as const;
    const refused = whyNotAllowed(policy, subject);
    if (refused !== null) return fail(refused);
    const paper = { connectionId, name: named.value[0] ?? '', templateId };
    const made = await work.papers.create(paper);
    // Logs the new paper before its links are queued, because the paper exists even if its links then fail.
    if (made.ok || made.error.code !== 'invalid-input') record(createdEntry(paper, made));
    if (!made.ok) return made;
    const { identifier, name } = made.value;
    const job = { ...NEW_JOB, kind: 'mint-links', about: identifier, aboutName: name } as const;
    const queued = await this.#options.add(connectionId, job, linksFor(identifier, people.value));
    return queued.ok ? queued : fail(withoutLinks(identifier, queued.error));
  }

  async mintLinks({ connectionId, identifier, names }: ArgsOf<'jobs.mintLinks'>, answered?: Question | null) {
    const people = readNames(names);
    if (!people.ok) return people;
    // If the local list of papers can't be read, the job shows the paper's identifier instead of its name.
    const papers = await this.#options.register.ofConnection(connectionId).catch(() => []);
    const aboutName = papers.find((paper) => paper.identifier === identifier)?.name ?? '';
    const job = { ...NEW_JOB, kind: 'mint-links', about: identifier, aboutName } as const;
    return this.#make(connectionId, job, linksFor(identifier, people.value), answered);
  }

  async #make(
    connectionId: string,
    job: NewJob,
    items: readonly NewItem[],
    answered: Question | null | undefined,
  ): Promise<Result<Job>> {
    const other = refusalSince(answered, await this.createQuestion(job.kind, connectionId, items.length));
    return other === null ? this.#options.add(connectionId, job, items) : fail(other);
  }
}

function linksFor(targetId: string, people: readonly string[]): readonly NewItem[] {
  return people.map((name) => ({ targetId, name }));
}

function withoutLinks(identifier: string, from: Failure): Failure {
  return failure(from.code, {
    from,
    message: `The paper ${identifier} was created, but its join links weren’t. ${from.message}`,
    nextStep: 'Select the paper, then choose “Class pack from this paper…”.',
    retryable: false,
  });
}

function boardNotes({ count, label, tags }: ArgsOf<'jobs.createBoards'>, today: number) {
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
