import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** In PEM. */
export const localKey = publicKey.export({ type: 'spki', format: 'pem' });

/** A signature of these bytes by the local key, in base64. */
export const signatureOf = (bytes: Uint8Array): string =>
  sign('sha256', bytes, privateKey).toString('base64');

/** A signature of these bytes by the local key, as a Sigstore bundle. */
export const bundleOf = (list: Uint8Array): string =>
  JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: 'local' }, tlogEntries: [] },
    messageSignature: {
      messageDigest: { algorithm: 'SHA2_256', digest: createHash('sha256').update(list).digest('base64') },
      signature: signatureOf(list),
    },
  });
