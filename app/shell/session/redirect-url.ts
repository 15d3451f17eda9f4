import type { PagePath } from '#app/ui/page-path.ts';

/** The full URL of a page of this shop, for the auth server's emails to link to. */
export function redirectUrl(path: PagePath): string {
  return window.location.origin + path;
}
