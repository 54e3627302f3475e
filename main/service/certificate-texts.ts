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
  { host }: CallTarget,
): CertificateSentence {
  if (fault === 'tls') {
    return {
      message: `No secure connection (TLS 1.2 or later) could be made to ${host}. Nothing was sent.`,
      nextStep: 'Check that the address and port belong to an https service.',
    };
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return {
      message: `The certificate of ${host} has expired. Nothing was sent.`,
      nextStep:
        'Check this computer’s date. If it is right, whoever runs the service must renew the certificate.',
    };
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return {
      message: `The certificate of ${host} is not valid yet. Nothing was sent.`,
      nextStep: 'Check this computer’s date and time.',
    };
  }
  if (code.startsWith('ERR_TLS_CERT_ALTNAME') || code === 'HOSTNAME_MISMATCH') {
    const names = certificateNames === '' ? 'another host' : certificateNames;
    return {
      message: `The certificate shown for ${host} is for ${names}. Nothing was sent.`,
      nextStep: 'Check the address in this connection. A proxy or sign-in page may have answered instead.',
    };
  }
  if (UNKNOWN_ISSUER.has(code)) {
    return {
      message: `The certificate of ${host} comes from an issuer that this computer doesn’t trust${issuer === '' ? '' : ` (“${issuer}”)`}. Nothing was sent.`,
      nextStep:
        'If the issuer is your organisation, add its certificate authority to this computer or to Easel.',
    };
  }
  return {
    message: `The certificate of ${host} is not valid (${code}). Nothing was sent.`,
    nextStep: 'Ask whoever runs the network or the service about this certificate.',
  };
}
