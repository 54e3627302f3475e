import { Copy } from 'lucide-react';
import { useApp } from '../../store/use-app.ts';
import { Button } from '../button.tsx';
import styles from './inspector.module.css';

/** The service's answer as it came, to read, select and copy. */
export function RawAnswer({ text }: { readonly text: string }): React.JSX.Element {
  const copy = useApp((state) => state.copy);
  return (
    <div className={styles.raw}>
      <pre className="sensitive">{text}</pre>
      <Button
        className={styles.copyRaw}
        icon={<Copy size={14} aria-hidden />}
        onClick={() => void copy(text, 'the answer')}
      >
        Copy
      </Button>
    </div>
  );
}
