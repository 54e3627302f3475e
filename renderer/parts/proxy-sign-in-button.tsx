import type { Failure } from '../../preload/contract/failure.ts';
import { useApp } from '../store/use-app.ts';
import { Button } from './button.tsx';

/** Offers to sign in where a proxy asks for it; nothing for every other failure. */
export function ProxySignInButton({ failure }: { readonly failure: Failure }) {
  const ask = useApp((state) => state.askProxySignIn);
  const { code, proxy } = failure;
  if (code !== 'proxy-sign-in' || proxy === undefined) return null;
  return <Button onClick={() => ask(proxy)}>Sign in…</Button>;
}
