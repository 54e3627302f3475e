/** Tags as chips: Enter or a comma adds what is typed, Backspace in an empty field takes the last one away. */
import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Field } from '../../../parts/field.tsx';
import styles from './notes.module.css';

export interface TagsFieldProps {
  readonly label: string;
  readonly tags: readonly string[];
  /** Called for each tag that is added or taken away. */
  readonly onChange: (tags: readonly string[]) => void;
  readonly error?: string | undefined;
  readonly hint?: string;
  /** What stands in the empty field. */
  readonly placeholder?: string;
}

/** The field. What stands in it when it is left is added too. */
export function TagsField(props: TagsFieldProps) {
  const { label, tags, onChange, error, hint, placeholder = 'Add a tag' } = props;
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);

  function add(): void {
    const next = withTags(tags, tagsOf(typed));
    setTyped('');
    if (next.length > tags.length) onChange(next);
  }

  function remove(tag: string): void {
    onChange(tags.filter((each) => each !== tag));
    input.current?.focus();
  }

  const press = (event: KeyboardEvent): void => {
    const last = tags.at(-1);
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault();
      add();
    } else if (event.key === ',') event.preventDefault();
    else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      event.stopPropagation();
      setTyped('');
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault();
      remove(last);
    }
  };

  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className={styles.tags}>
          {tags.map((tag) => (
            <span key={tag} className={styles.tag}>
              <span className="ellipsis sensitive">{tag}</span>
              <button
                type="button"
                className={styles.untag}
                aria-label={`Remove the tag ${tag}`}
                onClick={() => remove(tag)}
              >
                <X size={12} />
              </button>
            </span>
          ))}
          <input
            ref={input}
            type="text"
            {...control}
            className={typed === '' ? styles.typed : `${styles.typed} sensitive`}
            placeholder={tags.length === 0 ? placeholder : ''}
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST_TAG}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={press}
            onBlur={add}
          />
        </div>
      )}
    </Field>
  );
}

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
