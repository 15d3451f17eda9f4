export { type AccountAdmin, AccountAdminError } from './account-admin.ts';
export { AuthError } from './auth-error.ts';
export { type Auth, type AuthDependencies, createAuth } from './create-auth.ts';
export { type DerivedKeys, deriveKeys } from './derived-keys.ts';
export type { AuthEmail } from './email/email.ts';
export { proofsOfWork } from './proof-of-work.ts';
export type { HttpOptions } from './service.ts';
export type { Identity } from './sessions/bearer.ts';
export { type AuthOptions, RETENTION_DAYS } from './settings.ts';
