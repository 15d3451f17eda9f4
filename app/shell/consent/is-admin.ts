/** Whether a path is one of the staff's screens: they are no visitors to be counted, and their URLs name orders. */
export function isAdmin(pathname: string): boolean {
  return /^\/admin(?:\/|$)/i.test(pathname);
}
