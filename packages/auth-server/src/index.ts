export { type AccountAdmin, AccountAdminError } from './account-admin.ts';
export { type Auth, type AuthDependencies, createAuth } from './create-auth.ts';
export { type DerivedKeys, deriveKeys } from './derived-keys.ts';
export type { HttpOptions } from './http-options.ts';
export { AccountsUnavailable, type Identity, NotSignedIn } from './identity.ts';
export type { AuthMail } from './mail/mail.ts';
export { proofsOfWork } from './proof-of-work.ts';
export { createHostedAuthenticator, type HostedAuth } from './sessions/hosted-auth.ts';
export type { AuthOptions } from './settings.ts';
