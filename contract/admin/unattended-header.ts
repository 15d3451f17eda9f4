/**
 * The request header of automatic requests, which an admin page sends while nobody uses it. They do not count as use of
 * the session: after eight hours without use, staff must verify their second factor again.
 */
export const UNATTENDED_HEADER = 'staff-unattended';
