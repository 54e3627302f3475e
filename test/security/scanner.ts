/** T1: the scan of the sources refuses what it must and lets pass what it must, rule by rule. */
import { FIXTURES } from '../architecture/fixtures/index.ts';
import { RULES, TEXT_RULES } from '../architecture/rules/index.ts';
import { scan } from '../architecture/scan.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';

const FEWEST = 60;

export function checkScanner(): Promise<Finding> {
  const cases = FIXTURES.flatMap(({ rule, path, refuse, pass }) => {
    const judged = (text: string, isRefused: boolean): Case => {
      const found = scan([{ path, text }]).some((finding) => finding.rule === rule);
      const wrong = isRefused ? 'lets it pass' : 'refuses it';
      return { name: `${rule}: ${text.slice(0, 70)}`, problems: found === isRefused ? [] : [wrong] };
    };
    return [...refuse.map((text) => judged(text, true)), ...pass.map((text) => judged(text, false))];
  });
  const rules = [...RULES, ...TEXT_RULES].map(({ name }) => name);
  const unproven = rules.filter(
    (name) =>
      !FIXTURES.some(({ rule, refuse, pass }) => rule === name && refuse.length > 0 && pass.length > 0),
  );
  const mustFail = FIXTURES.reduce((sum, { refuse }) => sum + refuse.length, 0);
  const all = tally([
    ...cases,
    ...unproven.map((name) => ({ name, problems: ['has no example to refuse and one to let pass'] })),
    { name: 'must-fail fixtures', problems: mustFail < FEWEST ? [`there are ${mustFail}`] : [] },
  ]);
  const good = cases.filter(({ problems }) => problems.length === 0).length;
  return Promise.resolve({
    id: 'T1',
    what: `the scan of the sources, by ${rules.length} rules`,
    figure: `${good} of ${cases.length} fixtures judged right, ${mustFail} of them to be refused`,
    target: `at least ${FEWEST} to be refused, 100 %`,
    ...all,
  });
}
