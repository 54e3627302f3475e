/** IPC contract of code snippets that repeat Easel's requests in bash, PowerShell or HTML. */
import * as v from 'valibot';
import * as c from './call.ts';

export const SNIPPET_OPERATIONS = [
  'create-paper',
  'create-from',
  'delete-paper',
  'make-token',
  'embed',
  'list-boards',
  'create-board',
  'view-board',
  'delete-board',
] as const;

const language = v.picklist(['bash', 'powershell', 'html']);
export type SnippetLanguage = v.InferOutput<typeof language>;

const snippet = c.object({ language, code: c.text });
export interface Snippet extends v.InferOutput<typeof snippet> {}

const snippetOf = {
  operation: v.picklist(SNIPPET_OPERATIONS),
  id: v.pipe(v.string(), v.maxLength(512)),
  name: c.line,
};
export interface SnippetOf {
  readonly operation: (typeof SNIPPET_OPERATIONS)[number];
  readonly id: string;
  readonly name: string;
}

export const snippets = {
  /** Returns code for a request to the service. The code reads the API key from the environment. */
  of: c.reads({ args: { connectionId: c.id, ...snippetOf }, reply: c.list(snippet) }),
};
