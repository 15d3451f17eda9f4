import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, sourcemap: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One long-lived file for the framework: an edit in app/ does not make shoppers fetch it again.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        // One bundle for the whole process: loaders and the API share one module graph, so there is
        // one database pool and one of every context key.
        rolldownOptions: { input: { main: './server/main.ts' } },
      },
    },
  },
  // Without entries the first visit to each route in development finds new packages and reloads the page.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
});
