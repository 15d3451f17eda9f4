/**
 * Whether a path is one of the admin's screens. Analytics leaves these out: staff are not visitors, and the URLs name
 * orders.
 */
export function isAdmin(pathname: string): boolean {
  return /^\/admin(?:\/|$)/i.test(pathname);
}
