/** The floor of `easel boards list --json`: a bare undici loop that asks for a page after the other, and prints a line a board. */
import { Agent } from 'undici';

const [origin = '', boards = ''] = process.argv.slice(2);
const PAGE = 1000;

const agent = new Agent({ connections: 1, allowH2: false });
const headers = { authorization: 'Bearer a-key-for-the-benchmark', accept: 'application/json' };
for (let offset = 0; offset < Number(boards); offset += PAGE) {
  const path = `/api/board?limit=${PAGE}&offset=${offset}`;
  const { statusCode, body } = await agent.request({ origin, path, method: 'GET', headers });
  const page = JSON.parse(await body.text()) as readonly unknown[];
  if (statusCode !== 200 || page.length === 0) throw new Error('no page');
  const text = page.map((board) => `${JSON.stringify(board)}\n`).join('');
  await new Promise((resolve) => void process.stdout.write(text, resolve));
}
await agent.close();
