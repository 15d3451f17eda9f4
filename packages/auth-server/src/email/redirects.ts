import type { AuthSettings } from '#auth-server/settings.ts';

/**
 * Where to redirect a browser that asked for `requested`: there if it is on our origin or an allowed one, else to the
 * shop's own URL. Compares origins as browsers do (scheme, host, port), so other spellings of a host have no effect.
 */
export function safeRedirect(settings: AuthSettings, requested: string | undefined): URL {
  const home = new URL(settings.siteUrl);
  if (!requested || !URL.canParse(requested, home.href)) return home;
  const target = new URL(requested, home);
  const allowed = [home.origin, ...settings.allowedOrigins];
  // A blob: URL has the origin of the page that made it.
  const isPlain = /^https?:$/.test(target.protocol) && target.username + target.password === '';
  return isPlain && allowed.includes(target.origin) ? target : home;
}

/** Whether this is on the application's own origin, and not on another allowed one. */
export function isOurPage({ siteUrl }: AuthSettings, page: URL): boolean {
  return page.origin === new URL(siteUrl).origin;
}

/** Adds parameters to the query. */
export function withQuery(url: URL, words: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(words)) target.searchParams.set(name, value);
  return target.href;
}

/** Adds parameters to the fragment, which no server receives. */
export function withFragment(url: URL, words: Record<string, string>): string {
  const target = new URL(url);
  target.hash = new URLSearchParams(words).toString();
  return target.href;
}
