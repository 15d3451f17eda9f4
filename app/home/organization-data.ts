import { SHOP } from '#app/shell/shop-details.ts';

/** schema.org OnlineStore: who search engines say the shop is. */
export function organizationData(origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    name: SHOP.name,
    description: SHOP.tagline,
    url: `${origin}/`,
    logo: `${origin}/apple-touch-icon.png`,
    email: SHOP.emails[0],
    telephone: SHOP.phone,
    address: SHOP.address.join(', '),
  };
}
