import { Eye, EyeOff, FileKey } from 'lucide-react';
import { useState } from 'react';
import type { KeyFile } from '../../../preload/contract/keys.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';
import styles from './dialogs.module.css';
import { shortPrint } from './key-facts.ts';

export interface KeySourceProps {
  readonly apiKey: string;
  /** The chosen file, shown instead of the field. */
  readonly file: KeyFile | null;
  readonly error: string | undefined;
  readonly onType: (apiKey: string) => void;
  readonly onFile: (file: KeyFile | null) => void;
  readonly onFailure: (failure: Failure) => void;
}

/** Where the key comes from: pasted, or a file that main reads. */
export function KeySource({
  apiKey,
  file,
  error,
  onType,
  onFile,
  onFailure,
}: KeySourceProps): React.JSX.Element {
  const chooseFile = useApp((state) => state.chooseKeyFile);
  const [shown, setShown] = useState(false);
  const [choosing, setChoosing] = useState(false);

  async function choose(): Promise<void> {
    setChoosing(true);
    const chosen = await chooseFile();
    setChoosing(false);
    if (!chosen.ok) onFailure(chosen.error);
    else if (chosen.value !== null) onFile(chosen.value);
  }

  if (file !== null) {
    return (
      <div className={`wrap ${styles.file}`}>
        <FileKey size={16} />
        {error !== undefined && (
          <p className={`danger ${styles.error}`} role="alert">
            {error}
          </p>
        )}
        <p className="grow sensitive">
          Key from the file <strong>{file.fileName}</strong>, fingerprint{' '}
          <code>{shortPrint(file.fingerprint)}</code>
        </p>
        <Button onClick={() => onFile(null)}>Paste a key instead</Button>
      </div>
    );
  }
  return (
    <TextField
      label="API key"
      name="apiKey"
      type={shown ? 'text' : 'password'}
      mono
      value={apiKey}
      error={error}
      hint="Later, only its fingerprint is shown."
      onChange={onType}
      data-autofocus
      aria-required
      after={
        <>
          <Button
            aria-label={shown ? 'Hide API key' : 'Show API key'}
            icon={shown ? <EyeOff size={14} /> : <Eye size={14} />}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </Button>
          <Button busy={choosing} onClick={() => void choose()}>
            Choose a file…
          </Button>
        </>
      }
    />
  );
}
