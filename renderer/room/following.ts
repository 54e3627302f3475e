import { lookAt, toPaper } from './camera.ts';
import type { Session } from './session.ts';

/** Milliseconds between two tellings of what is seen here. */
const PACE = 100;

/**
 * Tells the others what part of the paper is seen here, and keeps to what somebody else sees while they are followed. Whoever
 * follows tells nothing: two who follow each other would drift away.
 *
 * @returns to be called before each painting
 */
export function createFollowing(session: Session, canvas: HTMLCanvasElement): () => void {
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    timer = undefined;
    const { width, height } = canvas.getBoundingClientRect();
    const [left, top] = toPaper(session.camera, 0, 0);
    const [right, bottom] = toPaper(session.camera, width, height);
    const view = { left, top, right, bottom };
    const text = JSON.stringify([view, session.paper.you?.id]);
    if (session.following !== undefined || text === told || session.paper.you === undefined) return;
    told = text;
    session.mention({ type: 'view', view });
  }

  return () => {
    timer ??= setTimeout(tell, PACE);
    const { following, paper } = session;
    if (following === undefined) return;
    if (!paper.people.has(following)) session.following = undefined;
    const view = paper.views.get(following);
    if (view === undefined) return;
    session.camera = lookAt(view, canvas.getBoundingClientRect());
  };
}
