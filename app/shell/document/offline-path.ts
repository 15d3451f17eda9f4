/**
 * The page for a day without a network, which the service worker (public/sw.js) shows at other pages' addresses. It
 * has no scripts: alive, it would take such an address for its own.
 */
export const OFFLINE = '/offline';
