/** R2: the answer to a create is lost in every way; it is never sent again, and what came of it can be found. */
import type { CommonFault } from '../practice/faults.ts';
import type { PracticeService } from '../practice/practice.ts';
import type { UnresolvedCreate } from '../../preload/contract/service.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { dose, some } from '../support/nightly.ts';
import { inLanes } from './lanes.ts';
import { ENDPOINT_OF, listToEnd, look, runOperation, value } from './operations.ts';
import { setStage, type StageSet } from './stage-set.ts';

/** The work is done each time, and nobody hears of it. */
const LOSSES: readonly (readonly [string, CommonFault])[] = [
  ['reset', { kind: 'cut', at: 'after-processing' }],
  ['closed', { kind: 'cut', at: 'after-processing', with: 'close' }],
  ['timeout before the head', { kind: 'drip', part: 'head', bytes: 9, everyMs: 60_000 }],
  ['timeout in mid-body', { kind: 'drip', part: 'body', bytes: 9, everyMs: 60_000 }],
  ['cut in mid-body', { kind: 'cut', at: 'mid-body' }],
  ['gateway timeout', { kind: 'status', status: 504, processed: true }],
];

const OPERATION_OF = { board: 'create board', paper: 'create paper' } as const;
type Kind = UnresolvedCreate['kind'];

export async function check(): Promise<Finding> {
  const all = LOSSES.flatMap(([name, fault]) =>
    (['board', 'paper'] as const).map((kind) => ({ name: `${kind}, ${name}`, kind, fault })),
  );
  const wanted = some(all, dose(1, 7));
  const results = await inLanes(wanted, (each, practice) => loseOne(each.kind, each.fault, practice));
  const cases: readonly Case[] = results.map(({ problems }, at) => ({
    name: `lost create of a ${wanted[at]?.name ?? ''}`,
    problems,
  }));
  const again = results.reduce((sum, { posts }) => sum + Math.max(0, posts - 1), 0);
  const found = results.filter((result) => result.isFound).length;
  const boards = wanted.filter(({ kind }) => kind === 'board').length;
  return {
    id: 'R2',
    what: 'creates whose answer was lost after they were done',
    figure: `${again} re-sends in ${cases.length} cases; the board found in ${found} of ${boards}`,
    target: '0 re-sends; outcome unknown; reconciling finds the board',
    ...tally(cases),
  };
}

interface Lost {
  readonly problems: readonly string[];
  /** Creates that arrived. */
  readonly posts: number;
  readonly isFound: boolean;
}

async function loseOne(kind: Kind, fault: CommonFault, practice: PracticeService): Promise<Lost> {
  const stage = await setStage(practice, null, { kind: 'service', fault });
  const { services, door, scene } = stage;
  const { connectionId } = scene;
  try {
    const there = await thingsThere(practice, kind);
    const operation = OPERATION_OF[kind];
    await practice.faults.set(ENDPOINT_OF[operation], fault);
    door.forget();
    const before = await look(scene);
    const { failure } = await runOperation(operation, scene);
    await practice.faults.clear();
    const made = (await thingsThere(practice, kind)).filter((id) => !there.includes(id));
    const after = await look(scene);
    const unknown = value(await services.call('unresolved.list', { connectionId }))[0];
    const reconciled =
      unknown === undefined ? ['there is nothing to check'] : await reconcile(stage, kind, unknown.id, made);
    const posts = door.seen().filter(({ method }) => method === 'POST').length;
    return {
      posts,
      isFound: kind === 'board' && reconciled.length === 0,
      problems: [
        ...(failure?.code === 'outcome-unknown' ? [] : [`came to ${failure?.code ?? 'ok'}`]),
        ...(made.length === 1 ? [] : [`the service made ${made.length} instead of 1`]),
        ...(posts === 1 ? [] : [`${posts} creates arrived`]),
        ...(after.boards.length === before.boards.length && after.papers.length === before.papers.length
          ? []
          : ['something was shown that nobody knows of']),
        ...(unknown?.kind === kind ? [] : ['the journal does not name it']),
        ...reconciled,
      ],
    };
  } finally {
    await stage.close();
  }
}

async function thingsThere(practice: PracticeService, kind: Kind): Promise<readonly string[]> {
  const { boards, papers } = await practice.contents();
  return kind === 'board' ? boards : papers.map(({ identifier }) => identifier);
}

/** *Check* offers exactly the lost board, and the list read anew names it; of a paper it says what can't be known. */
async function reconcile(
  { services, scene }: StageSet,
  kind: Kind,
  unresolvedId: string,
  made: readonly string[],
): Promise<readonly string[]> {
  const { connectionId } = scene;
  const check = value(await services.call('unresolved.check', { connectionId, unresolvedId }));
  if (check.kind === 'paper') {
    return kind === 'paper' && check.sentence !== '' ? [] : ['nothing is said of what can be known'];
  }
  const offered = check.newcomers.flatMap(({ id }) => id ?? []);
  await listToEnd(services, connectionId);
  const listed = (await look(scene)).boards.map(({ id }) => id);
  return [
    ...(offered.join() === made.join()
      ? []
      : [`${offered.length} boards are offered instead of the lost one`]),
    ...(made.every((id) => listed.includes(id)) ? [] : ['the list read anew does not name it']),
  ];
}
