import { emailText } from '#domain/text.ts';

/** A typed email in the form in which the tables of accounts and staff store it. */
export function normalizeEmail(typed: string): string {
  return emailText(typed).toLowerCase();
}
