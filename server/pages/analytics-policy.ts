/** The sources of a Google tag, from Google's guide to tags under a Content-Security-Policy. */
export const TAG_SOURCES: Readonly<Record<string, string>> = {
  'script-src': 'https://www.googletagmanager.com',
  'connect-src':
    'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
  'img-src': 'https://www.googletagmanager.com https://*.google-analytics.com',
};

/** Merges several such tables. */
export function mergeSources(
  ...tables: Readonly<Record<string, string>>[]
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const [directive, sources] of tables.flatMap(Object.entries)) {
    merged[directive] = merged[directive] ? `${merged[directive]} ${sources}` : sources;
  }
  return merged;
}
