import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, minify, type Plugin } from 'vite';
import { pictureWidths } from './tools/picture-widths.mjs';

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

/** Each with the packages that it imports. */
const BUNDLED = [
  ...['kysely', 'zod', '@hookform/resolvers', 'jose', /^@tanstack\//],
  ...['react-router', /^@remix-run\//, 'cookie-es', 'react-hook-form'],
  ...['hono', '@hono/node-server', 'nodemailer', 'csv-parse', 'ipaddr.js', 'uqr'],
  ...['pg-boss', 'cron-parser', 'luxon', 'rrule-temporal', 'serialize-error', 'non-error'],
  ...['otplib', /^@otplib\//, /^@noble\//, /^@scure\//, 'altcha-lib'],
];

/**
 * The parts of React Router that only navigating needs (app/shell/router/full-router.ts) come later, but share modules
 * with what every page needs, and a module cannot be divided between files. So full-router.ts gets copies of its own,
 * except of modules that are mostly shared anyway; of both copies only what is used remains.
 */
const copyRouter: Plugin = {
  name: 'copy-router',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /^(?:react-router$|\.)/ },
    async handler(source, importer, options) {
      if (!importer) return;
      const begins = FULL_ROUTER.includes(importer) && source === 'react-router';
      if (!begins && !importer.endsWith(COPY)) return;
      const resolved = await this.resolve(source, importer.replace(COPY, ''), options);
      if (!resolved || resolved.external || !COPIED.test(resolved.id)) return resolved;
      return { ...resolved, id: resolved.id + COPY, moduleSideEffects: false };
    },
  },
  load: {
    filter: { id: /\?copy$/ },
    handler: (id) => readFile(id.replace(COPY, ''), 'utf8'),
  },
};
const COPY = '?copy';
const FULL_ROUTER = sources('app/shell/router/full-router.ts');
const COPIED =
  /node_modules\/react-router\/(?!.*(router\/(history|navigation|url|utils)|context|turbo-stream-v2\/.*)\.js$)/;

export default defineConfig({
  plugins: [tailwindcss(), copyRouter, reactRouter(), minifyInlineScript, bundleManyFiles],
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
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\/[^?]*$/,
                  priority: 2,
                },
                // What every page shows travels as one file, with all that it imports: as twenty files it
                // was 1.8 kB larger (brotli) and twenty requests.
                {
                  name: 'shell',
                  test: among(
                    'app/root.tsx',
                    'app/layout/page-frame.tsx',
                    'app/shell/document/use-hydrated.ts',
                    'app/shell/document/origin.ts',
                    'app/shell/document/json-data.ts',
                    'app/shell/document/site-meta.ts',
                    'app/ui/badge.tsx',
                    'app/ui/icon.tsx',
                    'app/ui/on-first-interaction.ts',
                    'app/ui/picture.tsx',
                    'app/ui/section-heading.tsx',
                    'app/ui/toast.tsx',
                    'app/pages/error-page.tsx',
                    'app/catalogue/list/product-grid.tsx',
                    'domain/money.ts',
                  ),
                  priority: 1,
                },
                // The shop's filters and the contact form need these of what forms share, and nothing of accounts.
                {
                  name: 'fields',
                  test: among('app/ui/field.tsx', 'app/ui/field-frame.tsx', 'app/ui/card.tsx'),
                  priority: 1,
                },
                // The shop's buttons need this of what accounts and the admin share.
                {
                  name: 'write',
                  test: among('app/shell/use-write.ts', 'app/ui/use-is-mounted.ts'),
                  priority: 1,
                },
                // A guest's product page needs this of what carts share.
                { name: 'quantity', test: among('domain/cart.ts', 'domain/picture.ts') },
                // What every page with a shopper's own data needs.
                {
                  name: 'own-data',
                  test: among(
                    'app/shell/api/api.ts',
                    'app/shell/api/load-error.tsx',
                    'app/ui/skeleton.tsx',
                  ),
                },
                // What the pages of accounts share: each file is a request, and a name in the manifest that every
                // page downloads.
                {
                  name: 'account',
                  test: among(
                    'app/shell/accounts/auth-error.ts',
                    'app/shell/session/guard.tsx',
                    'app/shell/accounts/emailed-link.ts',
                    'app/shell/accounts/use-auth-form.ts',
                    'app/auth/narrow-layout.tsx',
                    'app/ui/code-field.tsx',
                    'app/ui/inline-alert.tsx',
                    'app/ui/notice.tsx',
                  ),
                },
                // What the pages need whose forms come later. The admin's first screen needs a part of it.
                { name: 'reload-once', test: among('app/shell/document/reload-once.ts') },
                // The pages with forms need all of each library's parts, or none.
                { name: 'schemas', test: /node_modules\/zod\/v4\/(core|mini\/schemas)/ },
                {
                  name: 'forms',
                  test: /node_modules\/react-hook-form|app\/ui\/(enter-to-next-field|form)\./,
                },
                { name: 'lines', test: among('contract/fields.ts') },
                // Also for forms without a schema, which need no zod.
                { name: 'text', test: among('domain/text.ts'), priority: 1 },
                {
                  name: 'queries',
                  test: /node_modules\/@tanstack\/(?!.*(infiniteQuery|useInfiniteQuery|queriesObserver|useQueries))/,
                },
                // Small parts of cart, checkout and orders.
                {
                  name: 'order-rules',
                  test: among(
                    'domain/attempt-reasons.ts',
                    'domain/cancel-reasons.ts',
                    'domain/day.ts',
                    'domain/order.ts',
                    'domain/shipping.ts',
                  ),
                },
                {
                  name: 'ordering',
                  test: among(
                    'app/account/profile/use-profile.ts',
                    'app/cart/cart.ts',
                    'app/orders/use-orders.ts',
                    'app/shell/api/field-errors.ts',
                    'app/shell/order/unanswered-order.ts',
                    'app/ui/item-row.tsx',
                    'app/ui/sum-row.tsx',
                    'domain/address.ts',
                    'domain/isolated.ts',
                  ),
                },
                // What the admin's first screens share with pages of the shop: a file each, so that the shop does not
                // load the admin for them.
                {
                  name: (id) => path.parse(id).name,
                  test: among('app/ui/checkbox.tsx', 'app/ui/dialog.tsx', 'contract/orders.ts'),
                },
                // The admin's frame and its first screen, with all that only the admin imports: as thirty files they
                // came half a second later on a slow phone.
                {
                  name: 'admin',
                  test: among('app/admin/admin-app.tsx', 'app/admin/today/today-screen.tsx'),
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
