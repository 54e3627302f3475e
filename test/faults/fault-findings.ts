/** R1 and R5: what the played matrix comes to. */
import { findLeaks, textPlace } from '../support/planted-secrets.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import type { PlayedMatrix } from './matrix.ts';
import type { PlayedRow } from './play.ts';
import { CANARY, KEY } from './secrets.ts';
import type { Watched } from './watch-process.ts';

/** Every fault but redirects, and what was said of all of them. */
export function faultFinding({ rows }: PlayedMatrix, { unhandled, output }: Watched): Finding {
  const faults = rows.filter((row) => !isRedirect(row));
  const secrets = [
    { name: 'API key', text: KEY },
    { name: 'token', text: CANARY },
  ];
  const cases: readonly Case[] = [
    ...faults.flatMap(casesOf),
    ...rows.map(({ row, leaks }) => ({ name: `${row.name}, leaks`, problems: leaks })),
    { name: 'errors that nobody took', problems: unhandled },
    {
      name: 'leaks on the terminal',
      problems: findLeaks(secrets, [textPlace('what was printed', output)]),
    },
  ];
  const cells = faults.flatMap((row) => row.cells);
  const right = cells.filter(({ problems }) => problems.length === 0).length;
  const leaks = rows.reduce((sum, row) => sum + row.leaks.length, 0);
  return {
    id: 'R1',
    what: `${faults.length} faults x 7 operations, the whole of main behind the border`,
    figure: `${right} of ${cells.length} right; ${unhandled.length} errors unhandled; ${leaks} leaks`,
    target: 'at least 30 faults x 7 operations; all right; 0 unhandled; 0 leaks',
    ...tally(cases),
  };
}

export function redirectFinding({ rows, atStranger }: PlayedMatrix): Finding {
  const redirects = rows.filter(isRedirect);
  const stranger: Case = {
    name: 'the host that redirects lead to',
    problems: atStranger === 0 ? [] : [`${atStranger} connections were made`],
  };
  return {
    id: 'R5',
    what: `${redirects.length} redirects x 7 operations`,
    figure: `${atStranger} connections to a second host`,
    target: '15 cases; 0 requests at a second host',
    ...tally([...redirects.flatMap(casesOf), stranger]),
  };
}

function isRedirect({ row }: PlayedRow): boolean {
  return row.cause.kind === 'redirect';
}

function casesOf({ row, cells }: PlayedRow): readonly Case[] {
  return cells.map(({ operation, problems }) => ({ name: `${row.name}, ${operation}`, problems }));
}
