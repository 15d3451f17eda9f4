import type { AuthSettings } from '#auth-server/settings.ts';

/**
 * Where to send a browser that asked for `requested`: there if it is a page of ours or of an origin that was
 * allowed, else to the shop's own address. Compares origins as browsers do (scheme, host, port), so other
 * ways of writing a host lead nowhere else.
 */
export function safeRedirect(settings: AuthSettings, requested: string | undefined): URL {
  const home = new URL(settings.siteUrl);
  if (!requested || !URL.canParse(requested, home.href)) return home;
  const target = new URL(requested, home);
  const allowed = [home.origin, ...settings.allowedOrigins];
  // A blob: has the origin of the page that made it.
  const isPlain = /^https?:$/.test(target.protocol) && target.username + target.password === '';
  return isPlain && allowed.includes(target.origin) ? target : home;
}

/** Whether this is on the shop's own address, and not on another origin that was allowed. */
export function isOurPage({ siteUrl }: AuthSettings, page: URL): boolean {
  return page.origin === new URL(siteUrl).origin;
}

/** The same address with these words behind its '?'. */
export function withQuery(url: URL, words: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(words)) target.searchParams.set(name, value);
  return target.href;
}

/** The same address with these words behind its '#', where no server on the way sees them. */
export function withFragment(url: URL, words: Record<string, string>): string {
  const target = new URL(url);
  target.hash = new URLSearchParams(words).toString();
  return target.href;
}
