/**
 * Sent with the automatic requests of an admin page, which do not keep its session in use. After eight hours without use,
 * staff must verify their second factor again.
 */
export const IDLE_HEADER = 'staff-unattended';
