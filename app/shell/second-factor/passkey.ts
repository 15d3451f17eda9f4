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
 * Opens the browser's passkey dialog for a factor: creates the passkey the first time, verifies it from then on. The
 * session becomes aal2. Not the client's own `mfa.webauthn.register`: its defaults exclude the authenticators built
 * into phones and laptops (decision 024).
 *
 * @throws NoPasskey, or what the auth server has against it.
 */
export async function verifyPasskey(factorId: string): Promise<void> {
  // The server ignores both and uses its own values (decision 016). The client's types require them.
  const site = { rpId: window.location.hostname, rpOrigins: [window.location.origin] };
  const asked = await callAuth((auth) => auth.mfa.challenge({ factorId, webauthn: site }));
  const webauthn = { ...site, ...(await answer(asked.webauthn)) };
  await callAuth((auth) => auth.mfa.verify({ factorId, challengeId: asked.id, webauthn }));
}

async function answer(asked: Asked) {
  if (asked.type === 'create') {
    const { excludeCredentials, ...publicKey } = asked.credential_options.publicKey;
    const made = await ask(() =>
      navigator.credentials.create({
        publicKey: { ...publicKey, excludeCredentials: known(excludeCredentials) },
      }),
    );
    if (isMade(made)) return { type: asked.type, credential_response: made };
  } else {
    const { allowCredentials, ...publicKey } = asked.credential_options.publicKey;
    const shown = await ask(() =>
      navigator.credentials.get({
        publicKey: { ...publicKey, allowCredentials: known(allowCredentials) },
      }),
    );
    if (isShown(shown)) return { type: asked.type, credential_response: shown };
  }
  throw new NoPasskey();
}

type Asked = NonNullable<AuthMFAChallengeWebauthnResponse['data']>['webauthn'];
type Request = Extract<Asked, { type: 'request' }>['credential_options']['publicKey'];

/** Transports are a hint. 'cable' is the former name of 'hybrid', which browsers know. */
function known(keys: Request['allowCredentials'] = []): PublicKeyCredentialDescriptor[] {
  return keys.map(({ transports = [], ...key }) => ({
    ...key,
    transports: transports.filter((way) => way !== 'cable' && way !== 'smart-card'),
  }));
}

/** The browser's errors are for developers; shoppers get one sentence. */
async function ask(dialog: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await dialog();
  } catch (error) {
    throw new NoPasskey(error);
  }
}

type Answer<Type extends 'create' | 'request'> =
  MFAVerifyWebauthnParams<Type>['webauthn']['credential_response'];

function isMade(credential: Credential | null): credential is Answer<'create'> {
  return (
    credential instanceof PublicKeyCredential &&
    credential.response instanceof AuthenticatorAttestationResponse
  );
}

function isShown(credential: Credential | null): credential is Answer<'request'> {
  return (
    credential instanceof PublicKeyCredential &&
    credential.response instanceof AuthenticatorAssertionResponse
  );
}
