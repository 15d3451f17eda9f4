/** The sections of the header, in its order. */
export const SECTIONS = [
  { to: '/', name: 'Home' },
  { to: '/shop', name: 'Shop' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
] as const;
