import { useEffect, useState } from 'react';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { keepFocusIn } from '../../parts/pane.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { useActions } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';

/** Asks for user and password of a proxy. The password lives in this dialog, and goes with it. */
export function ProxySignInDialog({ proxy }: { readonly proxy: string }) {
  const { signInToProxy: signIn, askProxySignIn: ask } = useActions();
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const form = useSubmit({ stays: true });
  useOnLock(() => setPassword(''));
  // What it was opened from may be gone by then, as a popover is.
  useEffect(() => () => keepFocusIn(document.body), []);

  function submit(): void {
    const wrong: FieldErrors = user.trim() === '' ? { user: 'Enter the user name.' } : {};
    void form.submit(() => signIn(user.trim(), password), wrong);
  }

  return (
    <FormDialog
      title="Sign in to the proxy"
      action="Sign in"
      form={form}
      onSubmit={submit}
      onClose={() => ask(null)}
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
        error={form.errors['user']}
        data-autofocus
        aria-required
      />
      <TextField
        label="Password"
        type="password"
        value={password}
        onChange={setPassword}
        error={form.errors['password']}
        hint="In memory until Easel quits."
      />
    </FormDialog>
  );
}
