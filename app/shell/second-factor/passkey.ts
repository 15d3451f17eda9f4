import type { AuthMFAChallengeWebauthnResponse, MFAVerifyWebauthnParams } from '@supabase/auth-js';
import { loadAuth } from '#app/shell/session/session.ts';

/** The browser's user said no, let it run out, or has no such key at hand: it does not tell which. */
export class NoPasskey extends Error {
  constructor(cause?: unknown) {
    super('No passkey was used. Please try again.', { cause });
    this.name = 'NoPasskey';
  }
}

/** Whether this browser knows passkeys and security keys. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/**
 * Goes through the browser's dialog for a factor: makes its passkey the first time, shows it from then on. The
 * session rises with it.
 *
 * Not by the client's own `mfa.webauthn.register`, whose defaults leave out the keys that phones and laptops
 * have inside (decision 024).
 *
 * @throws NoPasskey, or what the auth server has against it.
 */
export async function showPasskey(factorId: string): Promise<void> {
  const auth = await loadAuth();
  // The server takes neither from here: both are set there (decision 016). The client's types want them.
  const site = { rpId: window.location.hostname, rpOrigins: [window.location.origin] };
  const { data: asked, error } = await auth.mfa.challenge({ factorId, webauthn: site });
  if (error) throw error;
  const webauthn = { ...site, ...(await answer(asked.webauthn)) };
  const verified = await auth.mfa.verify({ factorId, challengeId: asked.id, webauthn });
  if (verified.error) throw verified.error;
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

/** How a key can be reached is a hint. 'cable' is the former name of 'hybrid', which browsers know. */
function known(keys: Request['allowCredentials'] = []): PublicKeyCredentialDescriptor[] {
  return keys.map(({ transports = [], ...key }) => ({
    ...key,
    transports: transports.filter((way) => way !== 'cable' && way !== 'smart-card'),
  }));
}

/** What the browser refuses has names for developers; shoppers get one sentence. */
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
