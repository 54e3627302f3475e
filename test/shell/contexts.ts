/** Tracks the JavaScript contexts of a session's frames: the main world, and the preload script's isolated world. */
import type { CdpSession } from './cdp.ts';

export const WORLD = 'Electron Isolated Context';

type FrameContexts = { page?: number; isolated?: number };

export class Contexts {
  readonly #frames = new Map<string, FrameContexts>();

  /** Create this object before `Runtime.enable`. Otherwise it misses the first contexts. */
  constructor(session: CdpSession) {
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const details = context.auxData as
        | { readonly frameId?: string; readonly isDefault?: boolean }
        | undefined;
      if (details?.frameId === undefined) return;
      const frame = this.#frames.get(details.frameId) ?? {};
      if (details.isDefault) frame.page = context.id;
      else if (context.name === WORLD) frame.isolated = context.id;
      this.#frames.set(details.frameId, frame);
    });
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      for (const frame of this.#frames.values()) {
        if (frame.page === executionContextId) delete frame.page;
        if (frame.isolated === executionContextId) delete frame.isolated;
      }
    });
    session.on('Runtime.executionContextsCleared', () => this.#frames.clear());
  }

  page(frameId: string): number | undefined {
    return this.#frames.get(frameId)?.page;
  }
  isolated(frameId: string): number | undefined {
    return this.#frames.get(frameId)?.isolated;
  }
}
