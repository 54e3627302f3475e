/**
 * What Easel asks of the service, as code for somebody else's: for shells, Node and Python, with `EASEL_API_KEY` of the
 * environment where the key goes. Ids and names are other people's text: each language gets them as one literal.
 */
import type { Snippet, SnippetLanguage, SnippetOf } from '../../preload/contract/snippets.ts';

/** Where the service is. */
export interface ServiceAddresses {
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
}

interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly address: string;
  readonly body: Readonly<Record<string, string>> | null;
}

/** The code for one operation, in every language that there is for it. */
export function snippetsFor(of: SnippetOf, addresses: ServiceAddresses): readonly Snippet[] {
  if (of.operation === 'embed') return embedding(of, addresses);
  const request = requestOf(of.operation, of, addresses);
  return LANGUAGES.map((language) => ({ language, code: CODE[language](request) }));
}

/** One operation for a Unix shell, on one line. `api`: the address of the API that has it. */
export function curlLine(of: SnippetOf & { readonly operation: Plain }, api: string): string {
  return curl(requestOf(of.operation, of, { paperApi: api, boardApi: api })).join(' ');
}

type Plain = Exclude<SnippetOf['operation'], 'embed'>;
type Requested = Exclude<SnippetLanguage, 'html'>;

const LANGUAGES: readonly Requested[] = ['bash', 'powershell', 'node', 'python'];

function requestOf(
  operation: Plain,
  { id, name }: SnippetOf,
  { paperApi, boardApi }: Omit<ServiceAddresses, 'appUrl'>,
): Request {
  const paper = `${paperApi}/api/paper`;
  const board = `${boardApi}/api/board`;
  const path = encodeURIComponent(id);
  switch (operation) {
    case 'create-paper':
      return { method: 'POST', address: paper, body: { name: name || 'New paper' } };
    case 'create-from':
      return { method: 'POST', address: paper, body: { name: name || 'New paper', template: id } };
    case 'delete-paper':
      return { method: 'DELETE', address: `${paper}/${path}`, body: null };
    case 'make-token':
      return { method: 'POST', address: tokenAddress(paperApi, id), body: { name: PERSON } };
    case 'create-board':
      return { method: 'POST', address: board, body: null };
    case 'list-boards':
      return { method: 'GET', address: `${board}?limit=50&offset=0`, body: null };
    case 'view-board':
      return { method: 'GET', address: `${board}/${path}`, body: null };
    case 'delete-board':
      return { method: 'DELETE', address: `${board}/${path}`, body: null };
  }
}

const PERSON = 'Ada Lovelace';
const JSON_TYPE = 'application/json';

const tokenAddress = (paperApi: string, id: string): string =>
  `${paperApi}/api/access-token/${encodeURIComponent(id)}`;

/** A text as a literal of JavaScript or Python: JSON's, which both read alike. */
const literal = (text: string): string => JSON.stringify(text);

/** An object as JSON that holds no other letters than those of ASCII, and no quotation mark of a shell. */
function plainJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /['\u007f-\uffff]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** One word for a Unix shell, whatever it contains. */
function quotedForShell(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** One word for PowerShell, to which typographic quotation marks are such as well. */
function quotedForPowerShell(word: string): string {
  return `'${word.replaceAll(/['\u2018-\u201b]/gu, '$&$&')}'`;
}

/** The words of a command, those that belong together as one. */
function curl({ method, address, body }: Request): readonly string[] {
  return [
    // Without -g, brackets of an address would be a pattern.
    `curl${method === 'GET' ? '' : ` -X ${method}`}${/[[\]{}]/u.test(address) ? ' -g' : ''}`,
    '-H "Authorization: Bearer $EASEL_API_KEY"',
    `-H 'Accept: ${JSON_TYPE}'`,
    ...(body === null
      ? []
      : [`-H 'Content-Type: ${JSON_TYPE}'`, `--data-raw ${quotedForShell(plainJson(body))}`]),
    quotedForShell(address),
  ];
}

const CODE: Readonly<Record<Requested, (request: Request) => string>> = {
  bash: (request) => `${curl(request).join(' \\\n  ')}\n`,

  powershell: ({ method, address, body }) =>
    [
      `Invoke-RestMethod -Method ${method} \``,
      `  -Uri ${quotedForPowerShell(address)} \``,
      `  -Headers @{ Authorization = "Bearer $env:EASEL_API_KEY"; Accept = '${JSON_TYPE}' }${body === null ? '' : ' `'}`,
      ...(body === null
        ? []
        : [`  -ContentType '${JSON_TYPE}' \``, `  -Body ${quotedForPowerShell(plainJson(body))}`]),
      '',
    ].join('\n'),

  node: ({ method, address, body }) => `const answer = await fetch(${literal(address)}, {
  method: '${method}',
  headers: {
    Authorization: \`Bearer \${process.env.EASEL_API_KEY}\`,
    Accept: '${JSON_TYPE}',${body === null ? '' : `\n    'Content-Type': '${JSON_TYPE}',`}
  },${body === null ? '' : `\n  body: JSON.stringify(${JSON.stringify(body)}),`}
});
if (!answer.ok) throw new Error(\`\${answer.status} \${await answer.text()}\`);
console.log(await answer.text());
`,

  python: ({ method, address, body }) => `import json
import os
import urllib.request

request = urllib.request.Request(
    ${literal(address)},
    method="${method}",
    headers={
        "Authorization": f"Bearer {os.environ['EASEL_API_KEY']}",
        "Accept": "${JSON_TYPE}",${body === null ? '' : `\n        "Content-Type": "${JSON_TYPE}",`}
    },${body === null ? '' : `\n    data=json.dumps(${JSON.stringify(body)}).encode(),`}
)
with urllib.request.urlopen(request) as answer:
    print(answer.read().decode())
`,
};

// A paper in a page: the frame, and a server that makes a token for each visitor.

const WARNING = [
  'Every visitor gets a token of their own, made on your server when they come.',
  'Never write a token into a page or a file: whoever finds it joins in that person’s name.',
];

function embedding({ id }: SnippetOf, { paperApi, appUrl }: ServiceAddresses): readonly Snippet[] {
  const room = `${appUrl}/room/${encodeURIComponent(id)}?token=`;
  const mint = tokenAddress(paperApi, id);
  return [
    { language: 'html', code: frameCode(room) },
    { language: 'node', code: nodeServer(room, mint) },
    { language: 'python', code: pythonServer(room, mint) },
  ];
}

/** Of a page that a server fills in. */
function frameCode(room: string): string {
  const address = `${room}TOKEN_OF_THIS_VISITOR`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!--\n  ${WARNING.join('\n  ')}\n  See the same under Node or Python.\n-->
<iframe src="${address}"
  allow="clipboard-read; clipboard-write" title="Whiteboard"></iframe>
`;
}

const nodeServer = (room: string, mint: string): string => `// ${WARNING.join('\n// ')}
import http from 'node:http';

const room = ${literal(room)};

async function tokenFor(name) {
  const answer = await fetch(${literal(mint)}, {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.EASEL_API_KEY}\`,
      'Content-Type': '${JSON_TYPE}',
    },
    body: JSON.stringify({ name }),
  });
  if (!answer.ok) throw new Error(\`no token: \${answer.status}\`);
  return (await answer.text()).trim().replace(/^"|"$/g, '');
}

const server = http.createServer(async (request, response) => {
  // Who is signed in, as your application knows it.
  const name = ${literal(PERSON)};
  try {
    const address = room + encodeURIComponent(await tokenFor(name));
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(
      \`<!doctype html><iframe src="\${address}" allow="clipboard-read; clipboard-write" title="Whiteboard"></iframe>\`,
    );
  } catch (error) {
    console.error(error);
    response.writeHead(502).end('The whiteboard is not there right now.');
  }
});
server.listen(Number(process.env.PORT ?? 3000));
`;

const pythonServer = (room: string, mint: string): string => `# ${WARNING.join('\n# ')}
import json
import os
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

ROOM = ${literal(room)}


def token_for(name):
    request = urllib.request.Request(
        ${literal(mint)},
        method="POST",
        headers={
            "Authorization": f"Bearer {os.environ['EASEL_API_KEY']}",
            "Content-Type": "${JSON_TYPE}",
        },
        data=json.dumps({"name": name}).encode(),
    )
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode().strip().strip('"')


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        # Who is signed in, as your application knows it.
        name = ${literal(PERSON)}
        address = ROOM + urllib.parse.quote(token_for(name), safe="")
        page = f'<!doctype html><iframe src="{address}" allow="clipboard-read; clipboard-write" title="Whiteboard"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(page.encode())


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Page).serve_forever()
`;
