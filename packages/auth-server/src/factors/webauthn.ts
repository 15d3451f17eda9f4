import * as z from 'zod';
import type { UserRow } from '#auth-server/service.ts';
import type { AuthSettings } from '#auth-server/settings.ts';

/** Imported on first use: it costs 110 ms and 20 MB that most processes never need. */
const loadLibrary = () => import('@simplewebauthn/server');

/** COSE numbers of ES256, RS256 and EdDSA: the algorithms of security keys and phones. */
const ALGORITHMS = [-7, -257, -8];

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000);

/** A browser's WebAuthn response, as the client sends it. */
const envelope = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).prefault({}),
};
export const Registration = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).prefault([]),
  }),
});
export const Assertion = z.object({
  ...envelope,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});

/** What we store of an authenticator: nothing of it is secret. */
export type Credential = { id: string; publicKey: string; counter: number; transports: string[] };

/** Our relying party: always from our settings, never from a client. */
function relyingParty({ siteUrl }: AuthSettings) {
  const { hostname, origin } = new URL(siteUrl);
  return { rpID: hostname, origin };
}

/** Options for a browser to create a credential. */
export async function registrationOptions(
  settings: AuthSettings,
  user: UserRow,
  present: Pick<Credential, 'id' | 'transports'>[],
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: settings.serviceName,
    rpID: relyingParty(settings).rpID,
    userName: user.email,
    userID: Uint8Array.from(Buffer.from(user.id)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports })),
    // A second factor, after the password: touching the key is enough.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
  });
}

/** Options for a browser to use an existing credential. */
export async function assertionOptions(settings: AuthSettings, { id, transports }: Credential) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: relyingParty(settings).rpID,
    allowCredentials: [{ id, transports }],
    userVerification: 'discouraged',
  });
}

/** @returns the new credential, or undefined when the response is invalid for this challenge. */
export async function checkRegistration(
  settings: AuthSettings,
  challenge: string,
  response: z.infer<typeof Registration>,
): Promise<Credential | undefined> {
  const { rpID, origin } = relyingParty(settings);
  const { verifyRegistrationResponse } = await loadLibrary();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return undefined;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

/** @returns the credential with its new counter, or undefined when the response is invalid. */
export async function checkAssertion(
  settings: AuthSettings,
  challenge: string,
  credential: Credential,
  response: z.infer<typeof Assertion>,
): Promise<Credential | undefined> {
  const { rpID, origin } = relyingParty(settings);
  const { verifyAuthenticationResponse } = await loadLibrary();
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      ...credential,
      publicKey: Uint8Array.from(Buffer.from(credential.publicKey, 'base64url')),
    },
    requireUserVerification: false,
  }).catch(() => undefined);
  return result?.verified
    ? { ...credential, counter: result.authenticationInfo.newCounter }
    : undefined;
}
