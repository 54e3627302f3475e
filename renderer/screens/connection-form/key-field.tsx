/** The API keys: typed or pasted here, sent to main once, and never shown again. */
import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeyState } from '../../../preload/contract/connections.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { allows } from '../../store/changes.ts';
import { onlyForSession, type ConnectionFields, type ConnectionForm } from '../../store/connection-form.ts';
import { useApp } from '../../store/use-app.ts';
import { KeychainFacts } from './keychain-facts.tsx';

export interface KeyFieldsProps {
  readonly form: ConnectionForm;
  readonly onChange: (change: Partial<ConnectionFields>) => void;
}

/** One key for both APIs or one for each, and whether they outlive the session. */
export function KeyFields({ form, onChange }: KeyFieldsProps) {
  const id = useId();
  const { fields, errors, storedKey, storedBoardKey } = form;
  const separate = fields.separateBoardKey;
  const goes = !separate && storedBoardKey.kind !== 'none';
  return (
    <>
      <KeyField
        label={separate ? 'Paper API key' : 'API key'}
        name="apiKey"
        value={fields.apiKey}
        error={errors['apiKey']}
        stored={storedKey}
        from={separate ? 'From your dashboard.' : 'From your dashboard, for both APIs.'}
        onChange={(apiKey) => onChange({ apiKey })}
      />
      <div className="column-1">
        <label className="tick">
          <input
            type="checkbox"
            checked={separate}
            aria-describedby={goes ? `${id}-goes` : undefined}
            onChange={(event) => onChange({ separateBoardKey: event.target.checked })}
          />
          Different key for the board API
        </label>
        {goes && (
          <p className="hint" id={`${id}-goes`}>
            Saving removes the board API keys.
          </p>
        )}
      </div>
      {separate && (
        <KeyField
          label="Board API key"
          name="boardApiKey"
          value={fields.boardApiKey}
          error={errors['boardApiKey']}
          stored={storedBoardKey}
          from="From your dashboard."
          onChange={(boardApiKey) => onChange({ boardApiKey })}
        />
      )}
      <KeepField sessionOnly={fields.sessionOnly} onChange={(sessionOnly) => onChange({ sessionOnly })} />
    </>
  );
}

interface KeyFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly stored: KeyState;
  /** What is said where no key is there yet. */
  readonly from: string;
  readonly onChange: (key: string) => void;
}

/** The password field with Show and Hide. */
function KeyField({ label, name, value, error, stored, from, onChange }: KeyFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={label}
      name={name}
      type={shown ? 'text' : 'password'}
      mono
      value={value}
      error={error}
      hint={<StoredHint stored={stored} from={from} />}
      onChange={onChange}
      after={
        <Button
          aria-label={`${shown ? 'Hide' : 'Show'} ${label}`}
          icon={shown ? <EyeOff size={14} /> : <Eye size={14} />}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  );
}

/** What is said about the key that is already there. */
function StoredHint({ stored, from }: { readonly stored: KeyState; readonly from: string }) {
  if (stored.kind === 'none') return <>{from}</>;
  return (
    <>
      {stored.kind === 'stored' ? 'A key is saved' : 'A key is kept for this session only'} (fingerprint{' '}
      <span className="sensitive">{stored.fingerprint}</span>). Leave empty to keep it.
    </>
  );
}

interface KeepFieldProps {
  readonly sessionOnly: boolean;
  readonly onChange: (sessionOnly: boolean) => void;
}

/** Keychain or this session: what is possible now, and what follows from it. */
function KeepField({ sessionOnly, onChange }: KeepFieldProps) {
  const forced = useApp(onlyForSession);
  const allowed = useApp((state) => allows(state, 'sessionKeys'));
  const id = useId();
  return (
    <div className="column-1">
      <label className="tick">
        <input
          type="checkbox"
          checked={allowed && (forced || sessionOnly)}
          disabled={forced || !allowed}
          aria-describedby={`${id}-why`}
          onChange={(event) => onChange(event.target.checked)}
        />
        Keep for this session only
      </label>
      <div className="hint" id={`${id}-why`}>
        {!allowed && <p>Your organisation requires the keychain.</p>}
        {allowed && sessionOnly && !forced ? <p>Forgotten when Easel quits.</p> : <KeychainFacts />}
      </div>
    </div>
  );
}
