import type { AuthMFAChallengeWebauthnResponse, MFAVerifyWebauthnParams } from '@supabase/auth-js';
import { callAuth } from '#app/shell/session/session-request.ts';

/** The user cancelled, the request timed out, or there is no such passkey: the browser does not tell which. */
class NoPasskey extends Error {
  constructor(cause?: unknown) {
    super('No passkey was used. Please try again.', { cause });
    this.name = 'NoPasskey';
  }
}

/** Whether this browser supports passkeys and security keys. */
export function supportsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/**
 * Opens the browser's passkey dialog for a factor: creates the passkey the first time, and verifies it from then on.
 * The session becomes aal2. Not the client's own `mfa.webauthn.register`: its defaults exclude the authenticators built
 * into phones and laptops (decision 024).
 *
 * @throws NoPasskey, or the auth server's error.
 */
export async function verifyPasskey(factorId: string): Promise<void> {
  // The client's types require both; the server ignores them and uses its own values (decision 016).
  const site = { rpId: window.location.hostname, rpOrigins: [window.location.origin] };
  const challenge = await callAuth((auth) => auth.mfa.challenge({ factorId, webauthn: site }));
  const webauthn = { ...site, ...(await respond(challenge.webauthn)) };
  await callAuth((auth) => auth.mfa.verify({ factorId, challengeId: challenge.id, webauthn }));
}

async function respond(challenge: Challenge) {
  if (challenge.type === 'create') {
    const { excludeCredentials, ...publicKey } = challenge.credential_options.publicKey;
    const credential = await openDialog(() =>
      navigator.credentials.create({
        publicKey: { ...publicKey, excludeCredentials: withKnownTransports(excludeCredentials) },
      }),
    );
    if (isAttestation(credential)) return { type: challenge.type, credential_response: credential };
  } else {
    const { allowCredentials, ...publicKey } = challenge.credential_options.publicKey;
    const credential = await openDialog(() =>
      navigator.credentials.get({
        publicKey: { ...publicKey, allowCredentials: withKnownTransports(allowCredentials) },
      }),
    );
    if (isAssertion(credential)) return { type: challenge.type, credential_response: credential };
  }
  throw new NoPasskey();
}

type Challenge = NonNullable<AuthMFAChallengeWebauthnResponse['data']>['webauthn'];
type Request = Extract<Challenge, { type: 'request' }>['credential_options']['publicKey'];

/** Removes transports that browsers do not accept; they are only hints. 'cable' is the former name of 'hybrid'. */
function withKnownTransports(
  keys: Request['allowCredentials'] = [],
): PublicKeyCredentialDescriptor[] {
  return keys.map(({ transports = [], ...key }) => ({
    ...key,
    transports: transports.filter(
      (transport) => transport !== 'cable' && transport !== 'smart-card',
    ),
  }));
}

/** Replaces the browser's errors, which are for developers, with one for shoppers. */
async function openDialog(dialog: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await dialog();
  } catch (error) {
    throw new NoPasskey(error);
  }
}

type WebauthnResponse<Type extends 'create' | 'request'> =
  MFAVerifyWebauthnParams<Type>['webauthn']['credential_response'];

function isAttestation(credential: Credential | null): credential is WebauthnResponse<'create'> {
  return (
    credential instanceof PublicKeyCredential &&
    credential.response instanceof AuthenticatorAttestationResponse
  );
}

function isAssertion(credential: Credential | null): credential is WebauthnResponse<'request'> {
  return (
    credential instanceof PublicKeyCredential &&
    credential.response instanceof AuthenticatorAssertionResponse
  );
}

/** Verifies the code of an authenticator app; the session becomes aal2. @throws the auth server's error. */
export async function verifyCode(factorId: string, code: string): Promise<void> {
  await callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }));
}
