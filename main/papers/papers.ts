/** What can be done with papers. The service can't list them, so this computer keeps a register. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import type { Paper } from '../../preload/contract/papers.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { PaperAnswer, ServiceApi } from '../service/api.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import type { Store } from '../store/database.ts';
import type { CreateJournal, Watched } from '../unresolved/create-journal.ts';
import { readPastedPaper } from './paste.ts';

export interface PapersOptions {
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly appUrlOf: (connectionId: string) => Promise<Result<string>>;
  readonly register: Store['papers'];
  readonly journal: Pick<CreateJournal, 'watch'>;
  readonly now: () => number;
}

export class Papers {
  readonly #options: PapersOptions;

  constructor(options: PapersOptions) {
    this.#options = options;
  }

  /** The register of one connection, newest first. */
  async list({ connectionId }: ArgsOf<'papers.list'>): Promise<Result<readonly Paper[]>> {
    return ok(await this.#options.register.ofConnection(connectionId));
  }

  /**
   * Creates a paper, empty or from a template, and remembers it. Never sent twice.
   *
   * Fails with `invalid-input` (fields `name`, `templateId`), `outcome-unknown` when the answer was lost.
   */
  async create(
    { connectionId, name, templateId }: ArgsOf<'papers.create'>,
    watched: Watched<Paper> = {},
  ): Promise<Result<Paper>> {
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const template = templateId === null ? ok(null) : readPastedPaper(templateId, appUrl.value);
    const trimmed = name.trim();
    const fields = {
      ...(trimmed === '' ? { name: 'Enter a name.' } : {}),
      ...(template.ok ? {} : { templateId: template.error }),
    };
    if (trimmed === '' || !template.ok) return fail(wrongFields(fields));

    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const input = { name: trimmed, templateId: template.value };
    const { journal, now } = this.#options;
    return journal.watch(
      { connectionId, kind: 'paper', ...input },
      async () => {
        const answer = await api.value.createPaper(input, undefined, watched.beforeSending);
        return answer.ok ? ok(fromAnswer(answer.value, template.value, now())) : answer;
      },
      {
        ...watched,
        // The service can't say it again: it is in the register before the journal lets go of it.
        keep: async (created) => {
          try {
            if (created.ok) await this.#remember(connectionId, created.value);
          } finally {
            await watched.keep?.(created);
          }
        },
      },
    );
  }

  /** Remembers a paper made elsewhere. Fails with `invalid-input` (fields `pasted`). */
  async add({ connectionId, pasted, name }: ArgsOf<'papers.add'>): Promise<Result<Paper>> {
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const identifier = readPastedPaper(pasted, appUrl.value);
    if (!identifier.ok) return fail(wrongFields({ pasted: identifier.error }));
    const known = (await this.#options.register.ofConnection(connectionId)).find(
      (paper) => paper.identifier === identifier.value,
    );
    // The create response is more reliable than what is pasted later: only a missing name is filled in.
    if (known !== undefined) {
      if (name.trim() === '' || known.name !== '') return ok(known);
      return this.#remember(connectionId, { ...known, name: name.trim() });
    }
    return this.#remember(connectionId, {
      identifier: identifier.value,
      name: name.trim(),
      source: null,
      templateId: null,
      template: 'none',
      origin: 'added',
      rememberedAt: this.#options.now(),
      otherFields: [],
      raw: null,
    });
  }

  /** Calls a paper of the register something else. Fails with `invalid-input` (field `name`), `not-found`. */
  async rename({ connectionId, identifier, name }: ArgsOf<'papers.rename'>): Promise<Result<Paper>> {
    const trimmed = name.trim();
    if (trimmed === '') return fail(wrongFields({ name: 'Enter a name.' }));
    const papers = await this.#options.register.ofConnection(connectionId);
    const known = papers.find((paper) => paper.identifier === identifier);
    if (known === undefined) {
      return fail(failure('not-found', { message: 'This paper is no longer on this computer.' }));
    }
    return this.#remember(connectionId, { ...known, name: trimmed });
  }

  /** The service has confirmed that these are deleted: they leave the register. */
  async gone(connectionId: string, identifiers: readonly string[]): Promise<void> {
    for (const identifier of identifiers) await this.#options.register.remove(connectionId, identifier);
  }

  /** Takes a paper out of the register on this computer only. */
  async forget({ connectionId, identifier }: ArgsOf<'papers.forget'>): Promise<Result<null>> {
    await this.#options.register.remove(connectionId, identifier);
    return ok(null);
  }

  async #remember(connectionId: string, paper: Paper): Promise<Result<Paper>> {
    await this.#options.register.put(connectionId, paper);
    return ok(paper);
  }
}

/** The response's `template_id` must be the requested one. */
function fromAnswer(answer: PaperAnswer, asked: string | null, now: number): Paper {
  const confirmed = answer.templateId === asked ? 'confirmed' : 'not-confirmed';
  return {
    identifier: answer.identifier,
    name: answer.name,
    source: answer.source,
    templateId: answer.templateId ?? asked,
    template: asked === null && answer.templateId === null ? 'none' : confirmed,
    origin: 'created',
    rememberedAt: now,
    otherFields: answer.otherFields,
    raw: answer.raw,
  };
}
