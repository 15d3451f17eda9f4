/** What to call somebody by: the first part of their name that is more than an initial or a title, '' when there is none. */
export function firstName(fullName: string): string {
  const parts = fullName.trim().split(/\s+/);
  return parts.find((part) => part.length > 1 && !part.endsWith('.')) ?? parts[0] ?? '';
}
