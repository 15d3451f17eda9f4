/** The shop's canonical origin, from the root route's data among a page's `matches`. */
export function originOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  const known = typeof root === 'object' && root !== null && 'origin' in root;
  return known && typeof root.origin === 'string' ? root.origin : '';
}
