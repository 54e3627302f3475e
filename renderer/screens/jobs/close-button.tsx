import { X } from 'lucide-react';
import { IconButton } from '../../parts/button.tsx';
import styles from './jobs-drawer.module.css';

/** Puts the drawer away. */
export function CloseButton({ onClose }: { readonly onClose: () => void }): React.JSX.Element {
  return (
    <IconButton
      label="Hide jobs"
      title="Hide jobs (Esc)"
      icon={<X size={16} />}
      className={styles.close}
      onClick={onClose}
    />
  );
}
