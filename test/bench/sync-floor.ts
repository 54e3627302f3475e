/** Lower bound for the time of a listing: fetches and parses all result pages with undici and 4 connections. */
import { Agent } from 'undici';

const [origin = '', boards = ''] = process.argv.slice(2);
const PAGE = 1000;
const IN_FLIGHT = 4;

const agent = new Agent({ connections: IN_FLIGHT, allowH2: false });
let next = 0;
let rows = 0;

async function fetchPages(): Promise<void> {
  while (next < Number(boards)) {
    const path = `/api/board?limit=${PAGE}&offset=${next}`;
    next += PAGE;
    const { statusCode, body } = await agent.request({ origin, path, method: 'GET' });
    const page: unknown = JSON.parse(await body.text());
    if (statusCode !== 200 || !Array.isArray(page)) throw new Error('no page');
    rows += page.length;
  }
}

const begun = performance.now();
await Promise.all(Array.from({ length: IN_FLIGHT }, fetchPages));
const ms = performance.now() - begun;
if (rows !== Number(boards)) throw new Error(`${rows} of ${boards} boards came`);
process.stdout.write(JSON.stringify({ ms }));
await agent.close();
