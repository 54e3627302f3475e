/** What a person writes down about a key, in the dialogs that stage and edit one. */
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import styles from './dialogs.module.css';
import { dayAfter, dayOf, startOfDay } from '../../parts/days.ts';

export interface AboutKey {
  readonly note: string;
  readonly owner: string;
  /** As the field for dates writes it; empty for none. */
  readonly remind: string;
  readonly useWhenGreen: boolean;
}

/** The details of a key, to edit; the defaults for a new one. */
export function aboutKeyOf(info: KeyInfo | null): AboutKey {
  return {
    note: info?.note ?? '',
    owner: info?.owner ?? '',
    remind: info?.remindAt == null ? '' : dayOf(info.remindAt),
    useWhenGreen: info?.useWhenGreen ?? true,
  };
}

/** As it goes to main. */
export function sentAbout({ note, owner, remind, useWhenGreen }: AboutKey) {
  return { note: note.trim(), owner: owner.trim(), remindAt: startOfDay(remind), useWhenGreen };
}

const QUICK_DAYS = [30, 60, 90] as const;

export interface AboutKeyFieldsProps {
  readonly about: AboutKey;
  readonly onChange: (change: Partial<AboutKey>) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** Only a next key can take over. */
  readonly asNext: boolean;
}

/** Note, owner, reminder, and whether it takes over automatically. */
export function AboutKeyFields({ about, onChange, errors, asNext }: AboutKeyFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Owner (optional)"
          name="owner"
          className="sensitive"
          value={about.owner}
          error={errors['owner']}
          onChange={(owner) => onChange({ owner })}
        />
        <TextField
          label="Note (optional)"
          name="note"
          className="sensitive"
          value={about.note}
          error={errors['note']}
          onChange={(note) => onChange({ note })}
        />
      </div>
      <div className={`wrap ${styles.reminder}`}>
        <TextField
          label="Rotation reminder (optional)"
          type="date"
          name="remindAt"
          value={about.remind}
          error={errors['remindAt']}
          onChange={(remind) => onChange({ remind })}
        />
        <div className="wrap" role="group" aria-label="Remind me in">
          {QUICK_DAYS.map((days) => (
            <Button key={days} onClick={() => onChange({ remind: dayAfter(Date.now(), days) })}>
              {days} days
            </Button>
          ))}
          <Button variant="quiet" onClick={() => onChange({ remind: '' })}>
            Never
          </Button>
        </div>
      </div>
      {asNext && (
        <label className="tick">
          <input
            type="checkbox"
            checked={about.useWhenGreen}
            onChange={(event) => onChange({ useWhenGreen: event.target.checked })}
          />
          Use once every check passes
        </label>
      )}
    </>
  );
}
