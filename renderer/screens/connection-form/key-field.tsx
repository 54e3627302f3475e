/** The API key: typed or pasted here, sent to main once, and never shown again. */
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyState } from '../../../preload/contract/domain.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import {
  onlyForSession,
  type ConnectionFields,
  type ConnectionForm,
} from '../../store/connection-form-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { KeychainFacts } from './keychain-facts.tsx';
import styles from './key-field.module.css';

export interface KeyFieldProps {
  readonly form: ConnectionForm;
  readonly onChange: (change: Partial<ConnectionFields>) => void;
}

/** What is said about the key that is already there. */
function storedHint(key: KeyState): string {
  switch (key.kind) {
    case 'stored':
      return `A key is stored (fingerprint ${key.fingerprint}). Leave empty to keep it.`;
    case 'session':
      return `A key is kept for this session (fingerprint ${key.fingerprint}). Leave empty to keep it.`;
    case 'none':
      return 'From your account’s dashboard. The same key serves both APIs.';
  }
}

/** The password field with Show and Hide, and whether the key outlives the session. */
export function KeyField({ form, onChange }: KeyFieldProps): React.JSX.Element {
  const [shown, setShown] = useState(false);
  const forced = useApp((state) => onlyForSession(state.keychain));
  const id = useId();
  const { fields, errors, storedKey } = form;
  return (
    <>
      <TextField
        label="API key"
        name="apiKey"
        type={shown ? 'text' : 'password'}
        mono
        value={fields.apiKey}
        error={errors['apiKey']}
        hint={storedHint(storedKey)}
        onChange={(apiKey) => onChange({ apiKey })}
        after={
          <Button
            aria-label={shown ? 'Hide API key' : 'Show API key'}
            icon={shown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </Button>
        }
      />
      <div className={styles.keep}>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={forced || fields.sessionOnly}
            disabled={forced}
            aria-describedby={`${id}-why`}
            onChange={(event) => onChange({ sessionOnly: event.target.checked })}
          />
          Keep for this session only
        </label>
        <div className={styles.why} id={`${id}-why`}>
          {fields.sessionOnly && !forced ? <p>Easel forgets the key when it quits.</p> : <KeychainFacts />}
        </div>
      </div>
    </>
  );
}
