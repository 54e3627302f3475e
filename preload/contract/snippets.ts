import * as v from 'valibot';
import * as c from './call.ts';

const language = v.picklist(['bash', 'powershell', 'html']);
export type SnippetLanguage = v.InferOutput<typeof language>;

const snippet = c.object({ language, code: c.text });
export interface Snippet extends v.InferOutput<typeof snippet> {}

const snippetOf = c.object({
  operation: v.picklist([
    'create-paper',
    'create-from',
    'delete-paper',
    'make-token',
    'embed',
    'list-boards',
    'create-board',
    'view-board',
    'delete-board',
  ]),
  id: c.shortText,
  name: c.line,
});
export interface SnippetOf extends v.InferOutput<typeof snippetOf> {}

export const snippets = {
  /** Returns sample code that sends a request to the service. The sample reads the API key from the environment. */
  of: c.reads({ args: { connectionId: c.id, ...snippetOf.entries }, reply: c.list(snippet) }),
};
