/** Keeps the newest join link in memory for ten minutes. The page receives only its QR code and its token's claims. */
import { randomUUID } from 'node:crypto';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import type { LinkCopied, LinkQrCode } from '../../../preload/contract/papers.ts';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { Core } from '../../ipc/core.ts';
import { claimsOf } from '../../service/wire/token.ts';
import { failure } from '../../lib/wording/failure.ts';
import { qrCode } from './qr.ts';
import type { Room } from './tokens.ts';

type MadeLinksOptions = Pick<Core, 'copySecret' | 'clean' | 'isLocked' | 'now' | 'deadlines'>;

const KEPT_MS = 10 * 60_000;

export class MadeLinks {
  readonly #options: MadeLinksOptions;
  #kept: { readonly linkId: string; readonly address: string; readonly end: () => void } | null = null;

  constructor(options: MadeLinksOptions) {
    this.#options = options;
  }

  /** Keeps a new join link in memory instead of the previous one. Keeps none while locked. Returns its claims. */
  keep({ address, ...room }: Room): LinkCopied {
    const { deadlines, clean, isLocked, now } = this.#options;
    const linkId = randomUUID();
    this.drop();
    if (!isLocked())
      this.#kept = { linkId, address, end: deadlines.after(KEPT_MS, () => this.close({ linkId })) };
    const claims = claimsOf(tokenIn(address)).map(({ name, value, at }) => {
      return { name: clean(name), value: clean(value), at };
    });
    return { linkId, ...room, claims, goneAt: now() + KEPT_MS };
  }

  async copy({ linkId, as }: ArgsOf<'links.copy'>): Promise<Result<null>> {
    if (this.#kept?.linkId !== linkId) return fail(gone);
    const { address } = this.#kept;
    return this.#options.copySecret(as === 'token' ? tokenIn(address) : address);
  }

  qrCode({ linkId }: ArgsOf<'links.qrCode'>): Result<LinkQrCode> {
    if (this.#kept?.linkId !== linkId) return fail(gone);
    const code = qrCode(this.#kept.address);
    return code === null ? fail(tooLong) : ok(code);
  }

  close({ linkId }: ArgsOf<'links.close'>): null {
    if (this.#kept?.linkId === linkId) this.drop();
    return null;
  }

  drop(): void {
    this.#kept?.end();
    this.#kept = null;
  }
}

const tokenIn = (address: string): string => new URL(address).searchParams.get('token') ?? '';

const gone = failure('not-found', {
  message: 'This link is no longer available: Easel keeps links for ten minutes, or until it locks.',
  nextStep: 'Create a new link.',
});

const tooLong = failure('refused', {
  message: 'This link is too long for a QR code.',
  nextStep: 'Copy the link instead.',
});
