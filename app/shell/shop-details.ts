/** The shop's name and social media. Who runs it is a setting of the owner: see `useShopDetails`. */
export const SHOP = {
  name: 'Aparajita',
  tagline: 'Butterfly pea flower tea',
  hours: 'Mon-Sat 9AM-6PM IST',
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'YouTube', url: 'https://www.youtube.com/' },
  ],
} as const;
