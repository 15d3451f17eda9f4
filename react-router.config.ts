import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The whole process, not only the pages: vite.config.ts gives it its entry.
  serverBuildFile: 'main.js',
  // The route manifest is small: sending it whole saves a request on every first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
