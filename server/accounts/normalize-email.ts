/** A typed email in the form in which the tables of accounts and staff store it. */
export function normalizeEmail(typed: string): string {
  return typed.trim().toLowerCase();
}
