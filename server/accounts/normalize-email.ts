/** An email as accounts and staff have it. */
export function normalizeEmail(typed: string): string {
  return typed.trim().toLowerCase();
}
