import { useState } from 'react';
import type { NetworkSettings } from '../../../preload/contract/service.ts';
import type { Result } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { PART_NAMES } from '../../lib/health-wording.ts';
import { NamedProperty, Property } from '../../parts/inspector/inspector.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { onlyForSession } from '../../store/keychain-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields, useSubmit } from '../../store/use-dialog.ts';

export function NetworkDialog() {
  const { readNetwork, chooseCa, removeCas, forgetSignIn, say } = useActions();
  const [read] = useAnswer('network', () => readNetwork());
  const [changed, setChanged] = useState<NetworkSettings | null>(null);
  const form = useSubmit({ stays: true });
  const settings = changed ?? (read?.ok ? read.value : null);
  const failure = form.failure ?? (read?.ok === false ? read.error : null);
  const change = (call: () => Promise<Result<NetworkSettings>>): void =>
    void form.submit(async () => {
      const result = await call();
      if (!result.ok) return result;
      const added = result.value.cas.length - cas.length;
      setChanged(result.value);
      if (added > 0) say(`Certificate authorities added: ${added}.`);
      if (added < 0) say('Certificate authorities removed.');
      if (result.value.signIns.length < signIns.length) say('Proxy sign-in removed.');
      return result;
    });

  const cas = settings?.cas ?? [];
  const signIns = settings?.signIns ?? [];
  return (
    <Dialog title="Network" size="medium" onClose={form.close} footer="Done">
      {failure !== null && <FailureNotice failure={failure} />}
      <section className="column-2" aria-labelledby="network-routes">
        <h3 id="network-routes">Network routes</h3>
        <p className="muted">Easel uses this computer’s proxy settings.</p>
        {read === null && <p>Loading settings…</p>}
        {settings !== null && (
          <dl className="column-3">
            {settings.routes.map(({ part, route }) => (
              <Property key={part} label={PART_NAMES[part]}>
                {route === 'direct' ? 'No proxy' : <code className="sensitive">{route}</code>}
              </Property>
            ))}
          </dl>
        )}
      </section>
      {signIns.length > 0 && (
        <section className="column-2" aria-labelledby="network-sign-ins">
          <h3 id="network-sign-ins">Proxy sign-ins</h3>
          <ul className="box ruled">
            {signIns.map(({ proxy, kept }) => (
              <li key={proxy} className="inset row">
                <div className="grow">
                  <code className="sensitive">{proxy}</code>
                  <p className="muted">{kept === 'keychain' ? 'Saved in the keychain' : UNTIL}</p>
                </div>
                <Button
                  busy={form.busy}
                  aria-label={`Forget sign-in for ${proxy}`}
                  onClick={() => change(() => forgetSignIn(proxy))}
                >
                  Forget sign-in
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="column-2" aria-labelledby="network-cas">
        <h3 id="network-cas">Additional certificate authorities</h3>
        <p className="muted">Easel also trusts certificate authorities that you add as PEM or DER files.</p>
        {settings !== null && cas.length === 0 && <p>No certificate authorities added.</p>}
        {cas.length > 0 && (
          <ul className="box ruled">
            {cas.map((ca) => (
              <li key={ca.fingerprint} className="inset selectable">
                <p className="bold lines sensitive">{ca.subject}</p>
                <p className="muted">Valid until {ca.validTo}</p>
                <p className="muted">
                  SHA-256 <code className="sensitive">{ca.fingerprint}</code>
                </p>
              </li>
            ))}
          </ul>
        )}
        <div className="row">
          <Button
            busy={form.busy}
            disabledReason={settings === null ? 'The network settings are still loading' : null}
            onClick={() => change(chooseCa)}
          >
            Add certificate…
          </Button>
          {cas.length > 0 && (
            <Button busy={form.busy} onClick={() => change(removeCas)}>
              Remove all certificates
            </Button>
          )}
        </div>
      </section>
    </Dialog>
  );
}

const UNTIL = 'Kept until Easel locks or quits';

export function ProxySignInDialog({ proxy }: { readonly proxy: string }) {
  const { signInToProxy: signIn, askProxySignIn: askSignIn } = useActions();
  const { typed, field, ...form } = useFields({ user: '', password: '' }, { stays: true });
  useOnLock(() => field('password').onChange(''));
  const hint = useApp((state) =>
    onlyForSession(state)
      ? `The password stays in memory until Easel locks or quits. ${state.keychain?.cause ?? ''}`
      : 'Easel saves the password in the keychain.',
  );
  return (
    <FormDialog
      title="Sign in to the proxy"
      action="Sign in"
      form={form}
      onSubmit={() => signIn(typed.user.trim(), typed.password)}
      onClose={() => askSignIn(null)}
    >
      <dl className="column-3">
        <NamedProperty label="Proxy" text={proxy} mono />
      </dl>
      <TextField {...field('user')} label="User name" data-autofocus aria-required />
      <TextField {...field('password')} label="Password" type="password" hint={hint} />
    </FormDialog>
  );
}
