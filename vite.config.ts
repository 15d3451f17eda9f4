import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minify, type Plugin } from 'vite';

/** Absolute paths of source files. @throws Error for one that is not there: a renamed file must be renamed here too. */
function sources(...names: string[]): string[] {
  return names.map((name) => {
    const file = path.resolve(import.meta.dirname, name);
    if (!existsSync(file)) throw new Error(`vite.config.ts names ${name}, which does not exist`);
    return file;
  });
}

/** For a group of chunks: whether a module is one of these source files. */
function among(...names: string[]): (id: string) => boolean {
  const files = new Set(sources(...names));
  return (id) => files.has(id);
}

/**
 * The server is not minified, but these scripts of its travel inside every page. As functions they would be written out
 * again with spaces and lines, so each module is run here, and becomes the text that it makes.
 */
const minifyInlineScript: Plugin = {
  name: 'minify-inline-script',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: {
      id: sources(
        'app/shell/document/deferred-hydration.ts',
        'app/shell/consent/consent-script.ts',
        'app/pages/open-when-connected.ts',
      ),
    },
    async handler(code, id) {
      const minified = await minify(id, code);
      const made: Record<string, string> = await import(
        `data:text/javascript,${encodeURIComponent(minified.code)}`
      );
      const texts = Object.entries(made).map(
        ([name, text]) => `export const ${name} = ${JSON.stringify(text)};`,
      );
      return { code: texts.join('\n'), map: null };
    },
  },
};

/**
 * Packages of many files become part of the built server, without what it does not use and without comments: Node would
 * find, read and link each file at the start, and V8 keeps the whole text of each. Not in development, where Vite would
 * transform each file.
 */
const bundleManyFiles: Plugin = {
  name: 'bundle-many-files',
  apply: 'build',
  config: () => ({
    environments: {
      ssr: {
        resolve: {
          noExternal: BUNDLED,
        },
      },
    },
  }),
};

/** The admin's frame and the parts of its screens; nothing of it imports a screen but when it is opened. */
const ADMIN_PARTS = [
  /\/app\/admin\/(?!admin-(app|page))[^/]+$/,
  /\/app\/admin\/(app-version|keyboard|live|search|snackbar)\//,
  /\/app\/admin\/(join\/invitation-token|staff\/(staff-guard|use-staff)|today\/today-query)\./,
];

/** Lets a group of chunks leave out what its modules import, which React Router's own setting does not. */
const groupsWithoutImports: Plugin = {
  name: 'groups-without-imports',
  configEnvironment: (name) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
      : undefined,
};

/** Each with the packages that it imports. */
const BUNDLED = [
  ...['kysely', 'zod', '@hookform/resolvers', 'jose', /^@tanstack\//],
  ...['react-router', /^@remix-run\//, 'cookie-es', 'react-hook-form'],
  ...['hono', '@hono/node-server', 'nodemailer', 'csv-parse', 'ipaddr.js', 'uqr'],
  ...['postcss', 'nanoid', 'picocolors', 'source-map-js'],
  ...['pg-boss', 'cron-parser', 'luxon', 'rrule-temporal', 'serialize-error', 'non-error'],
  ...['otplib', /^@otplib\//, /^@noble\//, /^@scure\//, 'altcha-lib'],
];

/**
 * The widths in pixels at which the pictures of a folder are stored, ascending, by the picture's name:
 * `{ '1-pack': [160, 320] }` for `1-pack-160.avif` and `1-pack-320.avif`.
 */
function pictureWidths(folder: string): Record<string, number[]> {
  const widths: Record<string, number[]> = {};
  for (const file of readdirSync(folder)) {
    const [, name, width] = file.match(/^(.+)-(\d+)\.avif$/) ?? [];
    if (name) widths[name] = [...(widths[name] ?? []), Number(width)].sort((a, b) => a - b);
  }
  return widths;
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    minifyInlineScript,
    bundleManyFiles,
    groupsWithoutImports,
  ],
  oxc: { jsx: { importSource: '#jsx' } },
  build: { assetsInlineLimit: 0, manifest: true },
  // What the full-screen viewer may ask for: a larger file is shown there as soon as it lies beside the others.
  define: { STORED_WIDTHS: JSON.stringify(pictureWidths('public/pictures/products')) },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // Long-lived: an edit in app/ does not make shoppers fetch the framework again.
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 4,
                },
                // Each of the others is one file with all that its modules import: small files are slow requests and
                // compress badly, but what a guest's page does not need must not be in a file that it loads.
                {
                  name: 'queries',
                  test: /node_modules\/@tanstack\/(?!.*(infiniteQuery|useInfiniteQuery|queriesObserver|useQueries))/,
                  priority: 3,
                },
                // What every page shows, and what home, shop and products share.
                {
                  name: 'shell',
                  test: among(
                    'app/root.tsx',
                    'app/catalogue/list/product-grid.tsx',
                    'app/shell/document/json-data.ts',
                    'app/shell/document/site-meta.ts',
                    'app/shell/use-write.ts',
                    'app/ui/on-first-interaction.ts',
                    'app/ui/picture.tsx',
                    'app/ui/section-heading.tsx',
                  ),
                  priority: 2,
                },
                // What the pages that sign in share with those behind them.
                {
                  name: 'accounts',
                  test: among(
                    'app/auth/narrow-layout.tsx',
                    'app/shell/accounts/auth-error.ts',
                    'app/shell/accounts/sign-out-button.tsx',
                    'app/shell/accounts/use-auth-form.ts',
                    'app/shell/api/api-client.ts',
                    'app/shell/session/current-token.ts',
                    'app/shell/session/guard.tsx',
                    'app/ui/email-address.tsx',
                    'app/ui/inline-alert.tsx',
                  ),
                  priority: 1,
                },
                // What the pages with a shopper's own data share.
                {
                  name: 'signed-in',
                  test: among(
                    'app/layout/guarded-layout.tsx',
                    'app/orders/use-orders.ts',
                    'app/shell/api/api.ts',
                    'app/shell/api/load-error.tsx',
                    'app/shell/order/unanswered-order.ts',
                    'app/ui/skeleton.tsx',
                    'app/ui/item-row.tsx',
                  ),
                },
                // The admin's frame and the parts of its screens, without what they share with shoppers' pages.
                {
                  name: 'admin',
                  test: (id) => ADMIN_PARTS.some((part) => part.test(id)),
                  includeDependenciesRecursively: false,
                },
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
        rolldownOptions: {
          input: { main: './server/main.ts' },
          // V8 keeps the text of a program: without comments, and a byte a character instead of two.
          output: { charset: 'ascii', comments: false },
        },
      },
    },
  },
  // Without entries the first visit to each route in development finds new packages and reloads the page.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
});
