import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from './contents.ts';

/** A link's target, or a file's bytes and mode. */
const keptOf = async (file: string): Promise<string> => {
  const info = await lstat(file);
  if (info.isSymbolicLink()) return `leads to ${await readlink(file)}`;
  const sum = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  return `${sum} with the rights ${(info.mode & 0o777).toString(8)}`;
};

export const compareFolders = async (one: string, other: string): Promise<readonly string[]> => {
  const [ours, theirs] = [await filesBelow(one), await filesBelow(other)];
  const differences = [
    ...ours.filter((file) => !theirs.includes(file)).map((file) => `only the first has ${file}`),
    ...theirs.filter((file) => !ours.includes(file)).map((file) => `only the second has ${file}`),
  ];
  for (const file of ours.filter((name) => theirs.includes(name))) {
    const [first, second] = [await keptOf(path.join(one, file)), await keptOf(path.join(other, file))];
    if (first !== second) differences.push(`${file}: ${first}, then ${second}`);
  }
  return differences;
};
