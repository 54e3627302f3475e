import { expect, test } from 'vitest';
import { checkedPublish } from '../../../../main/ipc/dispatch.ts';
import { createLog } from '../../../../main/lib/log/log.ts';
import { EVENTS, type EventName } from '../../../../preload/contract/events.ts';
import { exampleOf } from '../../../contract/examples.ts';

test('an IPC event is not sent if it has an undeclared field', () => {
  for (const [name, event] of Object.entries(EVENTS)) {
    const [left, lines]: [unknown[], string[]] = [[], []];
    const log = createLog((line) => lines.push(line));
    const data = { ...(exampleOf(event) as object), apiKey: 'canary-7f3a' };
    checkedPublish((_event, sent) => left.push(sent), log)(name as EventName, data as never);
    expect(left).toEqual([]);
    expect(lines.join('\n')).toContain(name);
    expect(lines.join('\n')).not.toContain('canary');
  }
});
