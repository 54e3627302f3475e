/** Writes requests as code that users can copy. Quotes all ids and names, because they are untrusted. */
import type { Snippet, SnippetOf } from '../../preload/contract/snippets.ts';
import type { Addresses } from './types.ts';

interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly address: string;
  readonly body: Readonly<Record<string, string>> | null;
}

export function snippetsFor(of: SnippetOf, addresses: Addresses): readonly Snippet[] {
  if (of.operation === 'embed') return [{ language: 'html', code: frameCode(of, addresses) }];
  const request = requestOf(of.operation, of, addresses);
  return [
    { language: 'bash', code: `${curl(request).join(' \\\n  ')}\n` },
    { language: 'powershell', code: powershell(request) },
  ];
}

export function curlLine(of: SnippetOf & { readonly operation: Plain }, api: string): string {
  return curl(requestOf(of.operation, of, { paperApi: api, boardApi: api })).join(' ');
}

type Plain = Exclude<SnippetOf['operation'], 'embed'>;

function requestOf(
  operation: Plain,
  { id, name }: SnippetOf,
  { paperApi, boardApi }: Omit<Addresses, 'appUrl'>,
): Request {
  const paper = `${paperApi}/api/paper`;
  const board = `${boardApi}/api/board`;
  const path = encodeURIComponent(id);
  const named = { name: name || 'New paper' };
  const requests: Readonly<Record<Plain, readonly [Request['method'], string, Request['body']]>> = {
    'create-paper': ['POST', paper, named],
    'create-from': ['POST', paper, { ...named, template: id }],
    'delete-paper': ['DELETE', `${paper}/${path}`, null],
    'make-token': ['POST', `${paperApi}/api/access-token/${path}`, { name: 'Ada Lovelace' }],
    'create-board': ['POST', board, null],
    'list-boards': ['GET', `${board}?limit=50&offset=0`, null],
    'view-board': ['GET', `${board}/${path}`, null],
    'delete-board': ['DELETE', `${board}/${path}`, null],
  };
  const [method, address, body] = requests[operation];
  return { method, address, body };
}

const JSON_TYPE = 'application/json';

/** Returns JSON in ASCII without single quotation marks, so that a shell command can quote the JSON with them. */
function plainJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /['\u007f-\uffff]/gu,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function quotedForShell(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Doubles typographic quotation marks too, because PowerShell treats them as straight ones. */
function quotedForPowerShell(word: string): string {
  return `'${word.replaceAll(/['\u2018-\u201b]/gu, '$&$&')}'`;
}

function curl({ method, address, body }: Request): readonly string[] {
  return [
    // The option `-g` stops curl from expanding brackets in an address.
    `curl${method === 'GET' ? '' : ` -X ${method}`}${/[[\]{}]/u.test(address) ? ' -g' : ''}`,
    '-H "Authorization: Bearer $EASEL_API_KEY"',
    `-H 'Accept: ${JSON_TYPE}'`,
    ...(body === null
      ? []
      : [`-H 'Content-Type: ${JSON_TYPE}'`, `--data-raw ${quotedForShell(plainJson(body))}`]),
    quotedForShell(address),
  ];
}

function powershell({ method, address, body }: Request): string {
  return [
    `Invoke-RestMethod -Method ${method} \``,
    `  -Uri ${quotedForPowerShell(address)} \``,
    `  -Headers @{ Authorization = "Bearer $env:EASEL_API_KEY"; Accept = '${JSON_TYPE}' }${body === null ? '' : ' `'}`,
    ...(body === null
      ? []
      : [`  -ContentType '${JSON_TYPE}' \``, `  -Body ${quotedForPowerShell(plainJson(body))}`]),
    '',
  ].join('\n');
}

function frameCode({ id }: SnippetOf, { appUrl }: Addresses): string {
  const address = `${appUrl}/room/${encodeURIComponent(id)}?token=TOKEN_OF_THIS_VISITOR`;
  const attribute = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!--
  Your server creates a token for each visitor (see “Create an access token for this paper”) and puts it here.
  Never write a token into a page or a file: anyone who finds it joins in that person’s name.
-->
<iframe src="${attribute}"
  allow="clipboard-read; clipboard-write" title="Whiteboard"></iframe>
`;
}
