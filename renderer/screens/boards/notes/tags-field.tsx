import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '../../../parts/class-names.ts';
import { foldText } from '../../../../preload/contract/facts.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { hueOf } from '../../../parts/tags.tsx';
import { Field } from '../../../parts/field.tsx';
import styles from './notes.module.css';
import { onKeys } from '../../../lib/keys.ts';

export interface TagsFieldProps {
  readonly label: string;
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** Reason why the tags are read-only; null if they are editable. While they are read-only, typed text is kept. */
  readonly off?: string | null;
  /** State of the typed text, if the text must outlive the field. */
  readonly draft?: readonly [typed: string, setTyped: (typed: string) => void];
}

/** Field for tags, shown as chips. Enter, a comma or blur adds the typed tag. Backspace removes the last tag. */
export function TagsField(props: TagsFieldProps) {
  const { label, tags, onChange, error, placeholder = 'Add a tag', off = null } = props;
  const own = useState('');
  const [typed, setTyped] = props.draft ?? own;
  const input = useRef<HTMLInputElement>(null);
  const words = typed.split(',').map((word) => word.trim());

  /** Adds the typed tags. Tags that are too long stay in the field. If a board would have too many tags, adds none. */
  function add(isLeaving: boolean): void {
    if (off !== null) return;
    // On blur in a dialog, also adds wrong tags, because the dialog must report a wrong tag, not save without it.
    const takesAll = isLeaving && input.current?.form != null;
    const long = takesAll ? [] : words.filter(isLong);
    const fitting = takesAll ? words : words.filter((word) => !isLong(word));
    const next = withTags(tags, fitting);
    if (!takesAll && next.length > MOST_TAGS) return;
    setTyped(long.join(', '));
    if (next.length > tags.length) onChange(next);
  }

  function remove(tag: string): void {
    onChange(tags.filter((each) => each !== tag));
    input.current?.focus();
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = tags.at(-1);
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault();
      add(false);
    } else if (event.key === ',') event.preventDefault();
    else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      event.stopPropagation();
      setTyped('');
    } else if (event.key === 'Backspace' && off === null && typed === '' && last !== undefined) {
      event.preventDefault();
      remove(last);
    }
  };

  return (
    <Field label={label} error={whyNotTags(withTags(tags, words)) ?? error}>
      {(control) => (
        <div className={`row wrap control ${styles.tags}`}>
          {tags.map((tag) => (
            <span key={tag} className="chip hued" style={hueOf(tag)}>
              <span className="ellipsis sensitive">{tag}</span>
              {off === null && (
                <button
                  type="button"
                  className="muted"
                  aria-label={`Remove ${tag}`}
                  onClick={() => remove(tag)}
                >
                  <X size={12} />
                </button>
              )}
            </span>
          ))}
          <input
            ref={input}
            type="text"
            {...control}
            className={classNames('bare grow', styles.typed, typed !== '' && 'sensitive')}
            placeholder={tags.length === 0 && off === null ? placeholder : ''}
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST.line}
            readOnly={off !== null}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeys(onKeyDown)}
            onBlur={() => add(true)}
          />
        </div>
      )}
    </Field>
  );
}

/** Maximum length of one tag, and maximum number of a board's tags. Equal main's limits. */
const LONGEST_TAG = 60;
const MOST_TAGS = 50;

const isLong = ({ length }: string): boolean => length > LONGEST_TAG;

export function whyNotTags(tags: readonly string[]): string | null {
  if (tags.some(isLong)) return `Use at most ${LONGEST_TAG} characters for each tag.`;
  return tags.length > MOST_TAGS ? `Use at most ${MOST_TAGS} tags.` : null;
}

/** Adds tags. Omits empty tags, and tags that exist already, ignoring case. */
export function withTags(tags: readonly string[], more: readonly string[]): readonly string[] {
  const all = new Map(tags.map((tag) => [foldText(tag), tag]));
  for (const tag of more) if (tag !== '' && !all.has(foldText(tag))) all.set(foldText(tag), tag);
  return [...all.values()];
}
