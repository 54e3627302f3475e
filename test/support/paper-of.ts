import type { Paper } from '../../preload/contract/papers.ts';

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
