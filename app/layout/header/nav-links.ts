/** The header's navigation links, in order. */
export const NAV_LINKS = [
  { to: '/', name: 'Home' },
  { to: '/shop', name: 'Shop' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
] as const;
