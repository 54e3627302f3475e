import type { Paper } from '../../preload/contract/papers.ts';

/** A paper of the register of which nothing but its identifier is known, but for what is in the change. */
export function paperOf(identifier: string, change: Partial<Paper> = {}): Paper {
  return {
    identifier,
    name: '',
    source: null,
    templateId: null,
    template: 'none',
    origin: 'added',
    isTemplate: false,
    rememberedAt: 0,
    otherFields: [],
    raw: null,
    deletedAt: null,
    inputAt: null,
    local: null,
    ...change,
  };
}
