/** What is wrong with a certificate, and what to do about it. Codes: OpenSSL's X509_V_ERR_*, as Node names them. */
import type { CallTarget } from './call.ts';
import type { TransportError } from './network-faults.ts';

export interface CertificateSentence {
  readonly message: string;
  readonly nextStep: string;
}

const UNKNOWN_ISSUER: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** Says which of the ways a certificate can be wrong this is. Nothing was sent in any of them. */
export function certificateSentence(
  { fault, code, certificateNames, issuer }: TransportError,
  { host, middle }: CallTarget,
): CertificateSentence {
  const refused = `so nothing was sent to ${middle}`;
  if (fault === 'tls') {
    return {
      message: `No secure connection (TLS 1.2 or later) could be agreed on with ${host}, ${refused}.`,
      nextStep: 'Check that the address and port are those of an https service.',
    };
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return {
      message: `The certificate of ${host} has expired, ${refused}.`,
      nextStep:
        'Check this computer’s date; if it is right, whoever runs the service must renew the certificate.',
    };
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return {
      message: `The certificate of ${host} is not valid yet, ${refused}.`,
      nextStep: 'Check this computer’s date and time.',
    };
  }
  if (code.startsWith('ERR_TLS_CERT_ALTNAME') || code === 'HOSTNAME_MISMATCH') {
    const names = certificateNames === '' ? 'another host' : certificateNames;
    return {
      message: `The certificate shown for ${host} is for ${names}, ${refused}.`,
      nextStep:
        'Check the address in this connection; a proxy or sign-in page may also have answered in its place.',
    };
  }
  if (UNKNOWN_ISSUER.has(code)) {
    return {
      message: `The certificate of ${host} comes from an issuer that this computer does not trust${issuer === '' ? '' : ` (“${issuer}”)`}, ${refused}.`,
      nextStep:
        'If that is your organisation’s own authority, have it added to this computer’s trusted ones, or to Easel’s.',
    };
  }
  return {
    message: `The certificate of ${host} is not valid (${code}), ${refused}.`,
    nextStep: 'Ask whoever runs this network or the service about its certificate.',
  };
}
