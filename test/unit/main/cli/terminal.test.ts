import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ownTerminal, type Streams } from '../../../../main/cli/terminal.ts';

test('nobody sits at a pipe, and an Easel that is open is told so', () => {
  const pipes = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const terminal = ownTerminal({ ...pipes, on: () => process } as unknown as Streams);
  expect(JSON.parse(JSON.stringify({ isTerminal: terminal.isTerminal }))).toEqual({ isTerminal: false });
});
