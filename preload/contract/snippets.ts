/** What Easel does at the service, as code to be used elsewhere. */
import * as v from 'valibot';
import * as c from './call.ts';

/** Of a connection alone, of a paper, or of a board. */
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
  /** Of the paper or board; empty where it is about neither. */
  id: v.pipe(v.string(), v.maxLength(512)),
  /** How a paper that it makes is called; empty for a name to be replaced. */
  name: c.line,
};
export interface SnippetOf {
  readonly operation: (typeof SNIPPET_OPERATIONS)[number];
  readonly id: string;
  readonly name: string;
}

export const snippets = {
  /** In every language that there is for it. The key is read from the environment, and is in none of them. */
  of: c.reads({ args: { connectionId: c.id, ...snippetOf }, reply: c.list(snippet) }),
};
