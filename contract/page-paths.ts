// Paths of pages that the server links to in emails, redirects to, or lists for search engines; a feature's
// own steps are in its contract. A test compares them with app/routes.ts.

export const SHOP_PATH = '/shop';
export const CONTACT_PATH = '/contact';
export const MESSAGE_SENT_PATH = '/contact/sent';
export const RETURNS_PATH = '/returns';
export const OFFLINE_PATH = '/offline';
export const AUTH_PATH = '/auth';
export const FORGOT_PASSWORD_PATH = '/forgot-password';
export const CHECKOUT_PATH = '/checkout';
export const SECURITY_PATH = '/account/security';

/** Public pages without parameters, for the sitemap. */
export const PUBLIC_PATHS = [
  '/',
  SHOP_PATH,
  '/about',
  CONTACT_PATH,
  '/shipping-info',
  RETURNS_PATH,
  '/faq',
  '/privacy-policy',
  '/terms',
] as const;

export function productPath(id: string) {
  return `/product/${encodeURIComponent(id)}` as const;
}

/** Keeps a discount code in the browser, and goes on to the shop. */
export function discountPath(code: string) {
  return `/discount/${encodeURIComponent(code)}` as const;
}

export function orderPath(id: string) {
  return `/account/orders/${id}` as const;
}
