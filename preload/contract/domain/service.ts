/** How the service and the way to it stand, and what is not known of it. */
import type { Failure } from '../failure.ts';
import type { BoardRow } from './boards.ts';
import type { CheckPart } from './connections.ts';

export const LIGHT_NAMES = ['board-api', 'paper-api', 'app', 'network'] as const;

export type LightName = (typeof LIGHT_NAMES)[number];

/** How one part of the way stands, told by real traffic, and by a gentle probe while it is in trouble. */
export interface Light {
  readonly name: LightName;
  readonly state: 'unknown' | 'good' | 'trouble';
  /** Epoch ms; null for never in this run. */
  readonly lastSuccess: number | null;
  readonly lastFailure: number | null;
  /** Since when it is in trouble, epoch ms, and why; null otherwise. */
  readonly since: number | null;
  readonly failure: Failure | null;
  /** When it is tried again by itself, epoch ms; null while nothing is planned. */
  readonly nextProbe: number | null;
}

/** The four lights of one connection. */
export interface Health {
  readonly connectionId: string;
  readonly lights: readonly Light[];
  /** One sentence about an outage: which part, since when, and that the others answer; empty without one. */
  readonly sentence: string;
}

/** A create whose end was not seen. It stays until a person has settled it, across restarts. */
export interface UnknownOutcome {
  readonly id: string;
  readonly kind: 'board' | 'paper';
  /** When it was sent, epoch ms. */
  readonly sentAt: number;
  /** The paper's name; empty for a board. */
  readonly name: string;
  readonly templateId: string | null;
  /** Why its end is unknown, in one sentence. */
  readonly reason: string;
}

/** What *Check* found about an unknown create. */
export type UnknownCheck =
  /** The list was read anew; `newcomers` are boards that may be it: created about then, and not made here knowingly. */
  | {
      readonly kind: 'board';
      readonly newcomers: readonly BoardRow[];
      readonly completeness: 'complete' | 'maybe-incomplete';
    }
  /** Papers can't be listed, so nothing can be known; `sentence` says what can be done. */
  | { readonly kind: 'paper'; readonly sentence: string };

/** A further certificate authority that the person has chosen to trust. */
export interface TrustedCa {
  readonly subject: string;
  readonly fingerprint: string;
  /** As the certificate says it. */
  readonly validTo: string;
}

/** How requests leave this computer. */
export interface NetworkSettings {
  readonly cas: readonly TrustedCa[];
  /** For each address of the connection in front: "direct" or "proxy host:port", by the system's settings. */
  readonly routes: readonly { readonly part: CheckPart; readonly route: string }[];
}
