import { Search } from 'lucide-react';
import { LONGEST } from '../../preload/contract/limits.ts';
import { classNames } from './class-names.ts';
import styles from './find-field.module.css';
import { onKeys } from '../lib/keys.ts';

export interface FindFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Search field of a list. Esc clears it. A second Esc, or the down arrow, moves the focus to the rows. */
export function FindField({ label, value, onChange }: FindFieldProps) {
  return (
    <div className={`relative ${styles.frame}`}>
      <Search className={`muted ${styles.icon}`} size={14} />
      <input
        data-find
        type="search"
        className={classNames('control wide', styles.input, value !== '' && 'sensitive')}
        aria-label={label}
        placeholder={label}
        title={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST.shortText}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeys((event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault();
            event.stopPropagation();
            onChange('');
          } else if (event.key === 'Escape' || event.key === 'ArrowDown') {
            event.preventDefault();
            document.querySelector<HTMLElement>('[role$="grid"]')?.focus();
          }
        })}
      />
    </div>
  );
}
