import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The sitemap is small: sending it whole saves a request on every first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
