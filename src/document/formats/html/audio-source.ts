import { invalidParameters } from '../../../contract/errors/invalid-parameters.ts';

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;
const ALLOWED = /^(https?:\/\/|blob:|data:(audio|video)\/)/i;

/**
 * An address for a player: relative, http(s), blob, or audio or video as data. Throws 400 for others, which could run
 * scripts.
 */
export function audioSource(address: string): string {
  // Browsers drop these anywhere in an address, so that "java\nscript:" is a scheme.
  const plain = address.replaceAll(/[\p{Cc}\s]/gu, (sign) => (sign === ' ' ? '%20' : ''));
  if (HAS_SCHEME.test(plain) && !ALLOWED.test(plain)) {
    throw invalidParameters([
      'audio must be a relative address, or one of http, https, blob, or data with audio',
    ]);
  }
  return plain;
}
