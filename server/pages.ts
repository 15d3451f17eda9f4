import path from 'node:path';
import * as build from 'virtual:react-router/server-build';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { createRequestHandler, data, RouterContextProvider } from 'react-router';
import { OFFLINE_SCRIPT } from '#app/pages/open-when-connected.ts';
import { analyticsContext } from '#app/shell/consent/analytics-context.ts';
import { HYDRATION_SCRIPT } from '#app/shell/document/deferred-hydration.ts';
import { headScript } from '#app/shell/document/head-script.ts';
import { nonceContext } from '#app/shell/document/nonce-context.ts';
import { accountsContext } from '#app/shell/session/accounts-context.ts';
import { catalogueContext } from '#app/shell/shop/catalogue-context.ts';
import { demoContext } from '#app/shell/shop/demo-context.ts';
import { noticeContext } from '#app/shell/shop/notice-context.ts';
import { onlinePaymentContext } from '#app/shell/shop/online-payment-context.ts';
import { referenceContext } from '#app/shell/shop/reference-context.ts';
import { shopDetailsContext } from '#app/shell/shop/shop-details-context.ts';
import { AppError } from '#contract/errors.ts';
import { CHECKOUT_PATH, OFFLINE_PATH } from '#contract/page-paths.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { RevisionCache, RevisionCaches } from './catalogue/revision-cache.ts';
import { createReference } from './http/reference/reference.ts';
import { builtFileResponse, readBuiltFiles } from './pages/built-files.ts';
import { dataKey, pageKey } from './pages/cache/cache-key.ts';
import { documentResponse } from './pages/cache/document-response.ts';
import { finishData, type PageData } from './pages/cache/page-data.ts';
import { sheetReader } from './pages/critical-css/style-sheet-file.ts';
import { type Document, finishDocument } from './pages/document.ts';
import { newNonce } from './pages/inline-scripts.ts';
import type { Settings } from './settings/settings.ts';
import type { LiveSettings } from './shop-settings/shop-settings.ts';

/**
 * Everything a browser opens: built files, then pages. The only module of the server that imports app/.
 *
 * Pages are the same for every visitor because the session lives in the browser, so the cache keeps whole documents
 * until the catalogue changes.
 *
 * `clientFiles` is the folder of the built browser files; null in development, where Vite serves them and nothing is
 * cached.
 */
export function createPages(
  catalogue: Catalogue,
  settings: Settings,
  live: Pick<LiveSettings, 'readForPages'>,
  caches: RevisionCaches,
  clientFiles: string | null,
): Hono {
  const { publicUrl, hostedAccounts, analyticsId } = settings;
  const realGateway = settings.gateway !== null;
  const connectTo = hostedAccounts ? [new URL(hostedAccounts.url).origin] : [];
  const app = new Hono();
  const handle = createRequestHandler(build);
  const sheetAt = clientFiles ? sheetReader(clientFiles) : undefined;
  const reference = createReference();
  const documents = caches.open<Rendered<Document>>(mayStay);
  const pageData = caches.open<Rendered<PageData>>(mayStay);

  /**
   * Renders with the shop's canonical address, whichever host the visitor used, and without a session or the visitor's
   * own abort signal: other visitors may wait for the same answer.
   */
  async function render<Answer>(
    path: string,
    nonce: string,
    finish: (rendered: Response) => Promise<Answer>,
  ): Promise<Rendered<Answer>> {
    const { details, notice, isCurrent } = await live.readForPages();
    const context = new RouterContextProvider();
    context.set(catalogueContext, forLoaders(catalogue));
    context.set(shopDetailsContext, details);
    context.set(noticeContext, notice);
    context.set(accountsContext, hostedAccounts);
    context.set(analyticsContext, analyticsId);
    context.set(demoContext, settings.demo);
    context.set(nonceContext, nonce);
    context.set(referenceContext, reference);
    context.set(onlinePaymentContext, realGateway || settings.demo);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), RENDER_TIMEOUT);
    try {
      const request = new Request(publicUrl + path, { signal: timeout.signal });
      return { ...(await finish(await handle(request, context))), isCurrent };
    } finally {
      clearTimeout(timer);
    }
  }

  function renderDocument(key: string): Promise<Rendered<Document>> {
    const nonce = newNonce();
    const isOffline = key === OFFLINE_PATH;
    const options = {
      nonce,
      allowedScripts: [headScript(analyticsId !== null), ...(isOffline ? [OFFLINE_SCRIPT] : [])],
      connectTo,
      hydrationScript: isOffline ? null : HYDRATION_SCRIPT,
      opensGateway: realGateway && key === CHECKOUT_PATH,
      loadsTag: analyticsId !== null,
      ...(sheetAt && { sheetAt }),
    };
    return render(key, nonce, (rendered) => finishDocument(rendered, options));
  }

  const renderData = (key: string) => render(key, newNonce(), finishData);

  if (clientFiles) {
    const assets = readBuiltFiles(path.join(clientFiles, 'assets'), '/assets/');
    app.get('/assets/*', (c) => {
      const file = assets.get(c.req.path);
      return file ? builtFileResponse(c.req.raw, file) : c.notFound();
    });
    app.get('/pictures/*', files(clientFiles, `public, max-age=${DAY}`));
    // A product added after the build has no preview card yet: sharing it shows the shop's.
    app.get('/pictures/og/*', (c) => c.redirect('/pictures/og/site.jpg', 302));
    app.get('/icons/*', files(clientFiles, `public, max-age=${DAY}`));
    app.get('/sw.js', files(clientFiles, 'no-cache'));
    app.get(`/:file{${ROOT_FILES}}`, files(clientFiles, `public, max-age=${DAY}`));
  }

  app.get('*', async (c) => {
    const url = new URL(c.req.url);
    const key = pageKey(url);
    if (key === undefined) {
      const found = await cached(pageData, dataKey(url), renderData);
      const { body, status, headers } = found;
      const early = c.req.header('sec-purpose') === 'prefetch' && mayStay(found);
      return new Response(body, { status, headers: { ...headers, ...(early && FOR_THE_CLICK) } });
    }
    return documentResponse(c.req.raw, await cached(documents, key, renderDocument));
  });

  /** In development every request renders again. */
  function cached<Answer>(
    cache: RevisionCache<Answer>,
    key: string,
    make: (key: string) => Promise<Answer>,
  ): Promise<Answer> {
    return clientFiles ? cache.get(key, () => make(key)) : make(key);
  }
  return app;
}

/** An answer, and whether it tells the settings as they are. */
type Rendered<Answer> = Answer & { isCurrent: boolean };

function mayStay({ status, isCurrent }: Rendered<{ status: number }>): boolean {
  return status === 200 && isCurrent;
}

/**
 * A browser fetches a page's data before the click that needs them (`PreloadLink`), and would fetch them again then. An
 * error is fetched again: it may have passed, and 'Try again' would get it from the browser.
 */
const FOR_THE_CLICK = { 'cache-control': 'private, max-age=10' };

const DAY = 24 * 60 * 60;
/** The maximum time in milliseconds that a visitor waits for a page. */
const RENDER_TIMEOUT = 10_000;
const ROOT_FILES = '[\\w-]+\\.(?:ico|svg|png|txt|webmanifest)';

function files(root: string, cacheControl: string) {
  return serveStatic({
    root,
    precompressed: true,
    onFound: (_path: string, c: Context) => c.header('Cache-Control', cacheControl),
  });
}

/** Turns an AppError of a loader into a response with its status, so that the error page can show the reason. */
function forLoaders(catalogue: Catalogue): Catalogue {
  const withStatus = <T>(read: Promise<T>) =>
    read.catch((error) => {
      if (!(error instanceof AppError)) throw error;
      throw data(error.toBody(), {
        status: error.status,
        headers: { 'Retry-After': '1' },
      });
    });
  return {
    listProducts: (query) => withStatus(catalogue.listProducts(query)),
    browse: (query) => withStatus(catalogue.browse(query)),
    findProduct: (id) => withStatus(catalogue.findProduct(id)),
    revision: catalogue.revision,
  };
}
