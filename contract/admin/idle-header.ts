/**
 * Sent with what a page of the admin asks for while nobody touches it: that does not keep its session in use. Staff who were
 * away for eight hours show their second factor again.
 */
export const IDLE_HEADER = 'staff-unattended';
