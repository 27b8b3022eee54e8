import { createHash, createPublicKey } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { PublicKeyDetails, TrustedRoot } from '@sigstore/protobuf-specs';
import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' };
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { z } from 'zod';

/** Who must have signed a list. */
export type Signer =
  | {
      /** As on GitHub, such as example/earshot: its release workflow signs without a key. */
      repository: string;
      version: string;
    }
  | {
      /** A public key as PEM, of an operator who signs their own builds. */
      key: string;
    };

export const ISSUER = 'https://token.actions.githubusercontent.com';
const [seed] = Object.values(seeds);
/** Sigstore's trust root from the package: nothing is fetched. */
export const trustedRootJson = (): unknown =>
  JSON.parse(Buffer.from(seed?.targets['trusted_root.json'] ?? '', 'base64').toString());
const bundledRoot = (): TrustedRoot => TrustedRoot.fromJSON(trustedRootJson());

const statement = z.object({ subject: z.array(z.object({ digest: z.record(z.string(), z.string()) })) });

/** Offline, by a Sigstore bundle as JSON; returns the signer. Throws Error where the list or the signer is another. */
export function checkSignature(list: Uint8Array, bundle: string, signer: Signer): string {
  try {
    const parsed = bundleFromJSON(JSON.parse(bundle));
    const entity = toSignedEntity(parsed, Buffer.from(list));
    if ('key' in signer) withKey(signer.key).verify(entity);
    else
      new Verifier(toTrustMaterial(bundledRoot())).verify(entity, {
        subjectAlternativeName: identityOf(signer.repository, signer.version),
        extensions: { issuer: ISSUER },
      });
    // What was signed is an attestation, which must be of this list.
    if (parsed.content.$case === 'dsseEnvelope') {
      const { subject } = statement.parse(JSON.parse(String(parsed.content.dsseEnvelope.payload)));
      const hash = createHash('sha256').update(list).digest('hex');
      if (!subject.some(({ digest }) => digest.sha256 === hash)) throw new Error('it is of another list');
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The signature does not hold: ${reason}.`, { cause: error });
  }
  return 'key' in signer
    ? 'the given key'
    : `the release workflow of ${signer.repository}, version ${signer.version}`;
}

/** A pattern: the library looks for it anywhere in the identity. */
const identityOf = (repository: string, version: string): string => {
  const plain = `https://github.com/${repository}/.github/workflows/release.yml@refs/tags/v${version}`;
  return `^${plain.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;
};

/** For any hint of the bundle: there is one key. A signature with a key needs no log. */
function withKey(pem: string): Verifier {
  const rawBytes = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  const key = { rawBytes, keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256, validFor: undefined };
  const keys = new Proxy<Record<string, typeof key>>({}, { get: () => key });
  return new Verifier(toTrustMaterial({ ...bundledRoot(), tlogs: [] }, keys), {
    tlogThreshold: 0,
    ctlogThreshold: 0,
    timestampThreshold: 0,
  });
}
