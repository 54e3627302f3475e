/** Tests one fault of the fault matrix: runs each operation under it, then searches all output for secrets. */
import type { CommonFault } from '../practice/faults.ts';
import type { PracticeService } from '../practice/practice.ts';
import { filesBelow, findLeaks, textPlace } from '../support/planted-secrets.ts';
import type { Certificates } from './certificates.ts';
import type { Door } from './door.ts';
import { OPERATIONS, type Operation } from './expectations.ts';
import { ENDPOINT_OF, look, runOperation } from './operations.ts';
import type { Row } from './rows.ts';
import { CANARY, KEY } from './secrets.ts';
import { setStage, type StageSet } from './stage-set.ts';
import { problemsOf } from './verdict.ts';

export interface Cell {
  readonly operation: Operation;
  readonly outcome: string;
  readonly problems: readonly string[];
}

export interface PlayedRow {
  readonly row: Row;
  readonly cells: readonly Cell[];
  readonly leaks: readonly string[];
}

export interface Theatre {
  /** Step through the matrix: 1 runs every operation under each fault, 2 runs every second operation. */
  readonly stride: number;
  readonly practice: PracticeService;
  readonly certificates: Certificates | null;
  readonly stranger: string;
}

export async function play(row: Row, at: number, theatre: Theatre): Promise<PlayedRow> {
  const due = OPERATIONS.filter((_, index) => (index + at) % theatre.stride === 0);
  const groups = row.lasts === true ? due.map((each) => [each]) : [due];
  const cells: Cell[] = [];
  const leaks: string[] = [];
  for (const operations of groups) {
    const stage = await setStage(theatre.practice, theatre.certificates, row.cause);
    try {
      await spoilWay(row, stage, theatre);
      for (const operation of operations) cells.push(await playCell(row, operation, stage, theatre));
      leaks.push(...leaksOf(stage));
    } finally {
      await stage.close();
    }
  }
  return { row, cells, leaks };
}

async function playCell(
  row: Row,
  operation: Operation,
  { door, scene }: StageSet,
  theatre: Theatre,
): Promise<Cell> {
  const { practice } = theatre;
  const fault = serviceFault(row.cause, door, theatre.stranger);
  // Injects the fault only at this operation's endpoint, so that a health probe does not use up a one-time fault.
  if (fault !== null) await practice.faults.set(ENDPOINT_OF[operation], fault);
  door.forget();
  const before = await look(scene);
  try {
    const begun = Date.now();
    const ran = await runOperation(operation, scene);
    const seconds = (Date.now() - begun) / 1000;
    const after = await look(scene);
    const { boards: boardsThere } = await practice.contents();
    const problems = problemsOf({
      operation,
      row,
      seconds,
      scene,
      ran,
      seen: door.seen(),
      before,
      after,
      boardsThere,
    });
    // Stops a job that this operation left paused. Otherwise it would affect the next operation.
    if (ran.deletion?.job.state === 'paused')
      await scene.services.must('jobs.stop', { jobId: ran.deletion.job.id });
    return { operation, outcome: ran.outcome, problems };
  } catch (error) {
    return { operation, outcome: 'broken', problems: [String(error)] };
  } finally {
    await practice.faults.clear();
  }
}

function serviceFault(cause: Row['cause'], door: Door, stranger: string): CommonFault | null {
  if (cause.kind === 'service') return cause.fault;
  if (cause.kind !== 'redirect') return null;
  const places = {
    'same origin': `${door.origin}/elsewhere?token=${CANARY}`,
    'other origin': `${stranger}/api/board?token=${CANARY}`,
    'down to http': `${stranger.replace('127.0.0.1', 'localhost')}/${encodeURIComponent(KEY)}`,
  };
  return { kind: 'status', status: cause.status, headers: { Location: places[cause.to] } };
}

async function spoilWay({ cause }: Row, { door, proxy }: StageSet, { certificates }: Theatre): Promise<void> {
  if (cause.kind === 'door') await door.meet(cause.fault);
  else if (cause.kind === 'certificate' && certificates !== null) {
    door.show(certificates.contexts[cause.name]);
  } else if (cause.kind === 'proxy') {
    await proxy?.meet(cause.fault);
    // Closes open proxy tunnels, so that the next request needs a new CONNECT.
    await door.meet(null);
  }
}

/** Searches IPC replies, events, log lines and files for secrets. Skips the clipboard, where join links are allowed. */
function leaksOf({ services, door, proxy }: StageSet): readonly string[] {
  const tokens = [CANARY, ...door.tokens()].map((text) => ({ name: 'token', text }));
  const places = [
    textPlace('what was said', services.said()),
    textPlace('what the proxy was sent', proxy?.received() ?? ''),
  ];
  return findLeaks([{ name: 'API key', text: KEY }, ...tokens], [...places, ...filesBelow(services.folder)]);
}
