/**
 * What the shop says about itself. The owner fills in the values of a real business before opening:
 * `.example` addresses and the zeros of the telephone number lead nowhere on purpose.
 */
export const SHOP = {
  name: 'Aparajita',
  tagline: 'Butterfly pea flower tea',
  emails: ['hello@aparajita.example', 'orders@aparajita.example'],
  phone: '+91 22 0000 0000',
  hours: 'Mon-Sat 9AM-6PM IST',
  address: ['14 Hill Road, Bandra West', 'Mumbai 400050, Maharashtra, India'],
  /** Named under the Consumer Protection (E-Commerce) Rules, 2020. */
  grievanceOfficer: { name: '[to be named by the owner]', email: 'grievance@aparajita.example' },
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'Facebook', url: 'https://www.facebook.com/' },
    { name: 'YouTube', url: 'https://www.youtube.com/' },
  ],
} as const;
