import type { CSSProperties } from 'react';
import { foldText } from '../../preload/contract/facts.ts';
import { visible } from '../lib/format.ts';
import { useActions } from '../store/use-app.ts';
import styles from './tags.module.css';

/** Colours of tags. Excludes red, which means danger, and gray, which means disabled. */
const HUES = ['orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;

export function hueOf(text: string): CSSProperties {
  let hash = 60;
  for (const character of foldText(text))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return { '--hue': `var(--connection-${HUES[(hash >>> 15) % HUES.length]})` } as CSSProperties;
}

export function Customer({ text }: { readonly text: string }) {
  const { go } = useActions();
  return (
    <button
      type="button"
      // Customer's name in a row. Not in the Tab order, because keyboard users open the customer from the inspector.
      tabIndex={-1}
      className={`bare ellipsis sensitive ${styles.customer}`}
      style={hueOf(text)}
      title="Show customer"
      onClick={() => void go({ kind: 'customer', name: text })}
    >
      {visible(text)}
    </button>
  );
}

export function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={`ellipsis sensitive ${styles.tags}`} title={tags.join(', ')}>
      {tags.map((tag) => (
        <span key={tag} className={`small ellipsis ${styles.tag}`} style={hueOf(tag)}>
          {visible(tag)}
        </span>
      ))}
    </span>
  );
}
