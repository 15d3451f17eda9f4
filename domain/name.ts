/** A first name for greetings: the first part of the name that is not an initial or a title; '' for an empty name. */
export function firstName(fullName: string): string {
  const parts = fullName.trim().split(/\s+/);
  return parts.find((part) => part.length > 1 && !part.endsWith('.')) ?? parts[0] ?? '';
}
