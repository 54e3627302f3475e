/** Creates valid and invalid TLS certificates for `localhost` with openssl, new ones for each run. */
import { createSecureContext, type SecureContext } from 'node:tls';
import { createAuthority, selfSigned } from '../integration/service/authority.ts';

export type CertificateName = Exclude<keyof ReturnType<typeof issueAll>, 'ca'> | 'tls-1.0' | 'tls-1.1';

export interface Certificates {
  readonly contexts: Readonly<Record<CertificateName, SecureContext>>;
  readonly ca: string;
}

export function issueAll() {
  const authority = createAuthority();
  return {
    good: authority.issue('localhost'),
    expired: authority.issue('localhost', -1),
    'self-signed': selfSigned('localhost'),
    'other-host': authority.issue('proxy.corp.example'),
    'unknown-ca': createAuthority().issue('localhost'),
    ca: { cert: authority.pem, key: '' },
  };
}

export function makeCertificates(): Certificates {
  const { ca, ...issued } = issueAll();
  const contexts = Object.entries(issued).map(([name, pair]) => [name, createSecureContext(pair)]);
  // Lowers OpenSSL's security level to 0, because higher levels refuse TLS versions below 1.2.
  const old = { ...issued.good, ciphers: 'ALL:@SECLEVEL=0' };
  return {
    contexts: {
      ...(Object.fromEntries(contexts) as Record<keyof typeof issued, SecureContext>),
      'tls-1.0': createSecureContext({ ...old, minVersion: 'TLSv1', maxVersion: 'TLSv1' }),
      'tls-1.1': createSecureContext({ ...old, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }),
    },
    ca: ca.cert,
  };
}
