/** What tests with certificates of their own need of this system. */
import { hasProgram } from './system.ts';

/** Whether a certificate can be made here. */
export const canMakeCertificates = (): boolean => hasProgram('openssl');
