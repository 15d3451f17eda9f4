/**
 * The offline page, which the service worker (public/sw.js) shows at other pages' URLs. It has no scripts: the router
 * would try to render the page of that URL.
 */
export const OFFLINE = '/offline';
