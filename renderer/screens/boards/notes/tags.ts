/** Tags as people type them. */

/** Most characters of one tag. */
export const LONGEST_TAG = 100;

/** Tags of a text: parted by commas, without spaces around them, each once; letter case tells none apart. */
export function tagsOf(text: string): readonly string[] {
  return withTags(
    [],
    text.split(',').map((tag) => tag.trim()),
  );
}

/** Tags and more of them: those that are there already, or empty, are left out. */
export function withTags(tags: readonly string[], more: readonly string[]): readonly string[] {
  const known = new Set(tags.map((tag) => tag.toLocaleLowerCase()));
  const added = more.filter((tag) => {
    const key = tag.toLocaleLowerCase();
    if (tag === '' || known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [...tags, ...added];
}
