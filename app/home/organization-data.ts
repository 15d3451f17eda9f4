import { SHOP } from '#app/shell/shop/shop-details.ts';
import type { ShopDetails } from '#contract/shop-details.ts';

/** schema.org OnlineStore: who search engines say the shop is. What the owner has not set is left out. */
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
