export { type AccountAdmin, AccountAdminError } from './account-admin.ts';
export { type Auth, type AuthDependencies, createAuth } from './create-auth.ts';
export { type DerivedKeys, deriveKeys } from './derived-keys.ts';
export type { AuthEmail } from './email/email.ts';
export { type Identity, NotSignedInError } from './identity.ts';
export { proofsOfWork } from './proof-of-work.ts';
export { RETENTION_DAYS } from './retention.ts';
export type { HttpOptions } from './service.ts';
export type { AuthOptions } from './settings.ts';
