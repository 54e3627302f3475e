/** R2: never sends a create again whose response was lost, and finds its result afterwards. */
import type { CommonFault } from '../practice/faults.ts';
import type { PracticeService } from '../practice/practice.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, some } from '../support/nightly.ts';
import { ENDPOINT_OF, listToEnd, look, runOperation, value } from './operations.ts';
import { inLanes, setStage } from './stage-set.ts';

/** Faults under which the service does the work and its response is lost. */
const LOSSES: Readonly<Record<string, CommonFault>> = {
  reset: { kind: 'cut', at: 'after-processing' },
  closed: { kind: 'cut', at: 'after-processing', with: 'close' },
  'timeout before the head': { kind: 'drip', part: 'head', bytes: 9, everyMs: 60_000 },
  'timeout in mid-body': { kind: 'drip', part: 'body', bytes: 9, everyMs: 60_000 },
  'cut in mid-body': { kind: 'cut', at: 'mid-body' },
  'gateway timeout': { kind: 'status', status: 504, processed: true },
};

interface Loss {
  readonly name: string;
  readonly operation: 'create board' | 'create paper';
  readonly fault: CommonFault;
}

interface Lost extends Case {
  /** Number of creates that arrived. */
  readonly posts: number;
  readonly isFound: boolean;
}

export async function check(): Promise<Finding> {
  const all = Object.entries(LOSSES).flatMap(([name, fault]) =>
    (['create board', 'create paper'] as const).map((operation): Loss => ({
      name: `${operation}, ${name}`,
      operation,
      fault,
    })),
  );
  const lost = await inLanes(some(all, dose(1, 12)), loseOne);
  const again = lost.reduce((sum, { posts }) => sum + Math.max(0, posts - 1), 0);
  return {
    id: 'R2',
    what: 'creates whose answer was lost after they were done',
    figure: `${again} re-sends in ${lost.length} cases; ${lost.filter(({ isFound }) => isFound).length} boards found`,
    target: '0 re-sends; outcome unknown; reconciling finds the board',
    ...tally(lost),
  };
}

/**
 * Checks that *Check* offers exactly the lost board and the reloaded list contains it. Papers cannot be listed, so
 * Easel says so.
 */
async function loseOne({ name, operation, fault }: Loss, practice: PracticeService): Promise<Lost> {
  const { services, door, scene, close } = await setStage(practice, null, { kind: 'service', fault });
  const { connectionId } = scene;
  const there = async (): Promise<readonly string[]> => {
    const { boards, papers } = await practice.contents();
    return operation === 'create board' ? boards : papers.map(({ identifier }) => identifier);
  };
  try {
    const before = await there();
    await practice.faults.set(ENDPOINT_OF[operation], fault);
    door.forget();
    const shown = await look(scene);
    const { outcome } = await runOperation(operation, scene);
    await practice.faults.clear();
    const made = (await there()).filter((id) => !before.includes(id));
    const after = await look(scene);
    const problems: string[] = [];
    if (outcome !== 'outcome-unknown') problems.push(`came to ${outcome}`);
    if (made.length !== 1) problems.push(`the service made ${made.length} instead of 1`);
    if (after.boards.length !== shown.boards.length || after.papers.length !== shown.papers.length)
      problems.push('something was shown that nobody knows of');
    const [unknown] = value(await services.call('unresolved.list', { connectionId }));
    const asked = { connectionId, unresolvedId: unknown?.id ?? '' };
    const found = value(await services.call('unresolved.check', asked));
    await listToEnd(services, connectionId);
    const listed = (await look(scene)).boards.map(({ id }) => id);
    const offered = found.kind === 'board' ? found.newcomers.map(({ id }) => id) : [];
    const isFound = offered.join() === made.join() && listed.includes(made[0] ?? '');
    const isSaid = operation === 'create board' ? isFound : found.kind === 'paper' && found.sentence !== '';
    if (!isSaid) problems.push(`${offered.length} boards are offered, and the list has ${listed.length}`);
    const posts = door.seen().filter(({ method }) => method === 'POST').length;
    if (posts !== 1) problems.push(`${posts} creates arrived`);
    return { name, problems, posts, isFound };
  } finally {
    await close();
  }
}
