/** Creates valid and invalid TLS certificates for `localhost` with openssl, new ones for each run. */
import { createSecureContext, type SecureContext, type SecureVersion } from 'node:tls';
import { createAuthority, selfSigned, type Certificate } from '../integration/service/authority.ts';

export type CertificateName =
  | 'good'
  | 'expired'
  | 'self-signed'
  | 'other-host'
  | 'unknown-ca'
  | 'tls-1.0'
  | 'tls-1.1';

export interface Certificates {
  readonly contexts: Readonly<Record<CertificateName, SecureContext>>;
  readonly ca: string;
}

export function makeCertificates(): Certificates {
  const authority = createAuthority();
  const stranger = createAuthority();
  try {
    const good = authority.issue('localhost');
    return {
      contexts: {
        good: createSecureContext(good),
        expired: createSecureContext(authority.issue('localhost', -1)),
        'self-signed': createSecureContext(selfSigned('localhost')),
        'other-host': createSecureContext(authority.issue('proxy.corp.example')),
        'unknown-ca': createSecureContext(stranger.issue('localhost')),
        'tls-1.0': onlySpeaking('TLSv1', good),
        'tls-1.1': onlySpeaking('TLSv1.1', good),
      },
      ca: authority.pem,
    };
  } finally {
    authority.remove();
    stranger.remove();
  }
}

/** Only OpenSSL's security level 0 accepts TLS versions below 1.2. */
function onlySpeaking(version: SecureVersion, certificate: Certificate): SecureContext {
  const ciphers = 'ALL:@SECLEVEL=0';
  return createSecureContext({ ...certificate, minVersion: version, maxVersion: version, ciphers });
}
