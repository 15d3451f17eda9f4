import { SHOP } from '#app/shell/shop-details.ts';
import type { ShopDetails } from '#contract/shop-details.ts';

/** schema.org OnlineStore for search engines. Settings the owner has not set are left out. */
export function organizationData(origin: string, details: ShopDetails) {
  const { legal_name, address, emails, phone } = details;
  return {
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    name: SHOP.name,
    description: SHOP.tagline,
    url: `${origin}/`,
    logo: `${origin}/apple-touch-icon.png`,
    email: emails[0],
    ...(legal_name && { legalName: legal_name }),
    ...(phone && { telephone: phone }),
    ...(address && { address: address.join(', ') }),
  };
}
