import type { Paper } from '../../../preload/contract/papers.ts';

/** How the template of a paper is called: by its name where the register knows it, else by its identifier. */
export function templateName(papers: readonly Paper[] | null, templateId: string): string {
  const template = papers?.find((paper) => paper.identifier === templateId);
  return template === undefined || template.name === '' ? templateId : template.name;
}
