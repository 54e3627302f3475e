import { useEffect, useState } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { keepFocusIn } from '../../parts/pane.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { useApp } from '../../store/use-app.ts';

/** Asks for user and password of a proxy. The password lives in this dialog, and goes with it. */
export function ProxySignInDialog({ proxy }: { readonly proxy: string }): React.JSX.Element {
  const signIn = useApp((state) => state.signInToProxy);
  const ask = useApp((state) => state.askProxySignIn);
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  useOnLock(() => setPassword(''));
  // What it was opened from may be gone by then, as a popover is.
  useEffect(() => () => keepFocusIn(document.body), []);

  async function submit(): Promise<void> {
    if (busy) return;
    if (user.trim() === '') return setErrors({ user: 'Enter the user name.' });
    setBusy(true);
    setErrors({});
    setFailure(null);
    const failed = await signIn(user.trim(), password);
    setBusy(false);
    if (failed === null) return;
    setErrors(failed.fields ?? {});
    setFailure(failed.fields === undefined ? failed : null);
  }

  return (
    <Dialog
      title="Sign in to the proxy"
      onClose={() => ask(null)}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => ask(null)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Sign in
          </Button>
        </>
      }
    >
      <Properties>
        <Property label="Proxy">
          <code className="sensitive">{proxy}</code>
        </Property>
      </Properties>
      <TextField
        label="User name"
        value={user}
        onChange={setUser}
        error={errors['user']}
        data-autofocus
        aria-required
      />
      <TextField
        label="Password"
        type="password"
        value={password}
        onChange={setPassword}
        error={errors['password']}
        hint="Kept in memory until Easel quits and sent only to this proxy."
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
