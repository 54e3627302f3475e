/** What can be done with papers. The service can't list them, so this computer keeps a register. */
import type { Deleted, Paper } from '../../preload/contract/domain.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { PaperAnswer, ServiceApi } from '../service/api.ts';
import { failure } from '../service/failures.ts';
import type { Store } from '../store/database.ts';
import type { Ledger } from '../unknowns/ledger.ts';
import { readPastedPaper } from './paste.ts';

export interface PapersOptions {
  readonly apiOf: (connectionId: string) => Promise<Result<ServiceApi>>;
  readonly appUrlOf: (connectionId: string) => Promise<Result<string>>;
  readonly register: Store['papers'];
  readonly ledger: Pick<Ledger, 'watch'>;
  readonly now: () => number;
}

export interface NewPaper {
  readonly connectionId: string;
  readonly name: string;
  readonly templateId: string | null;
}

export class Papers {
  readonly #options: PapersOptions;

  constructor(options: PapersOptions) {
    this.#options = options;
  }

  /** The register of one connection, newest first. */
  async list(connectionId: string): Promise<Result<readonly Paper[]>> {
    return ok(await this.#options.register.ofConnection(connectionId));
  }

  /**
   * Creates a paper, empty or from a template, and remembers it. Never sent twice.
   *
   * Fails with `invalid-input` (fields `name`, `templateId`), `outcome-unknown` when the answer was lost.
   */
  async create({ connectionId, name, templateId }: NewPaper): Promise<Result<Paper>> {
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const template = templateId === null ? ok(null) : readPastedPaper(templateId, appUrl.value);
    const trimmed = name.trim();
    const fields = {
      ...(trimmed === '' ? { name: 'Give the paper a name.' } : {}),
      ...(template.ok ? {} : { templateId: template.error }),
    };
    if (trimmed === '' || !template.ok) return fail(failure('invalid-input', { fields }));

    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const input = { name: trimmed, templateId: template.value };
    const answer = await this.#options.ledger.watch({ connectionId, kind: 'paper', ...input }, () =>
      api.value.createPaper(input),
    );
    if (!answer.ok) return answer;
    return ok(
      await this.#remember(connectionId, fromAnswer(answer.value, template.value, this.#options.now())),
    );
  }

  /** Remembers a paper made elsewhere. Fails with `invalid-input` (fields `pasted`). */
  async add(connectionId: string, pasted: string, name: string): Promise<Result<Paper>> {
    const appUrl = await this.#options.appUrlOf(connectionId);
    if (!appUrl.ok) return appUrl;
    const identifier = readPastedPaper(pasted, appUrl.value);
    if (!identifier.ok) return fail(failure('invalid-input', { fields: { pasted: identifier.error } }));
    const known = (await this.#options.register.ofConnection(connectionId)).find(
      (paper) => paper.identifier === identifier.value,
    );
    // What the create answer said is worth more than what is pasted later: only a missing name is filled in.
    if (known !== undefined) {
      if (name.trim() === '' || known.name !== '') return ok(known);
      return ok(await this.#remember(connectionId, { ...known, name: name.trim() }));
    }
    return ok(
      await this.#remember(connectionId, {
        identifier: identifier.value,
        name: name.trim(),
        source: null,
        templateId: null,
        template: 'none',
        origin: 'added',
        rememberedAt: this.#options.now(),
        otherFields: [],
        raw: null,
      }),
    );
  }

  /** Deletes a paper at the service, for good, and takes it out of the register once the service confirmed. */
  async delete(connectionId: string, identifier: string): Promise<Result<Deleted>> {
    const api = await this.#options.apiOf(connectionId);
    if (!api.ok) return api;
    const deleted = await api.value.deletePaper(identifier);
    if (deleted.ok) await this.#options.register.remove(connectionId, identifier);
    return deleted;
  }

  /** Takes a paper out of the register on this computer only. */
  async forget(connectionId: string, identifier: string): Promise<Result<null>> {
    await this.#options.register.remove(connectionId, identifier);
    return ok(null);
  }

  async #remember(connectionId: string, paper: Paper): Promise<Paper> {
    await this.#options.register.put(connectionId, paper);
    return paper;
  }
}

/** The answer's `template_id` must be the one asked for (service-interface.md, Create a paper). */
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
