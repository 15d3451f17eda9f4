import * as z from 'zod';
import { numberFrom, onOff, partsOf } from './schemas.ts';

const secret = z
  .string()
  .min(32, 'must be at least 32 characters; make one with: openssl rand -base64 48');

/** Environment variables for accounts. */
export const authEnvironment = {
  AUTH_SECRET: secret.optional().meta({
    description:
      'At least 32 characters, for example from `openssl rand -base64 48`. Access tokens, links and second factors are signed or encrypted with keys derived from it. Required outside demo mode. Keep it apart from the backups.',
    unset: 'generated and stored in `DATA_DIR` in demo mode',
  }),
  AUTH_PREVIOUS_SECRETS: z
    .string()
    .default('')
    .transform((text) => partsOf(text, ','))
    .pipe(z.array(secret))
    .meta({
      description:
        'Former values of `AUTH_SECRET`, separated by commas. Second factors and queued emails encrypted with them, and links to orders in sent emails, can still be read.',
    }),
  AUTH_CONFIRM_EMAIL: onOff.optional().meta({
    description:
      'Whether an account can be used only after its email address was confirmed by an emailed link. Outside demo mode it cannot be off with `SMTP_URL`: anybody could take anybody’s address.',
    unset: '`on` with `SMTP_URL`, else `off`',
    example: 'on',
  }),
  AUTH_LIMITS_FACTOR: numberFrom('must be a number', 0.1, 1000, 3).default(1).meta({
    description:
      'Multiplies the rate limits of sign-up, sign-in, emails and forms, from 0.1 to 1000.',
  }),
};

type AuthEnvironment = z.output<z.ZodObject<typeof authEnvironment>>;

/** Faults of settings that are valid alone but contradict each other. */
export function authContradictions(
  env: AuthEnvironment,
  { demo, sendsEmail }: { demo: boolean; sendsEmail: boolean },
): string[] {
  const faults: string[] = [];
  if (!demo && env.AUTH_SECRET === undefined) {
    faults.push(
      'AUTH_SECRET: is needed outside demo mode to protect the accounts; make one with: openssl rand -base64 48',
    );
  }
  if (!demo && !sendsEmail && env.AUTH_CONFIRM_EMAIL === 'on') {
    faults.push('AUTH_CONFIRM_EMAIL: needs SMTP_URL to be on, or nobody could confirm');
  }
  if (!demo && sendsEmail && env.AUTH_CONFIRM_EMAIL === 'off') {
    faults.push(
      'AUTH_CONFIRM_EMAIL: leave it out with SMTP_URL; off, anybody could take anybody’s address for an account, for good',
    );
  }
  return faults;
}
