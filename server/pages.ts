import path from 'node:path';
import * as build from 'virtual:react-router/server-build';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { createRequestHandler, data, RouterContextProvider } from 'react-router';
import { OFFLINE_SCRIPT } from '#app/pages/open-when-connected.ts';
import { HYDRATION_SCRIPT } from '#app/shell/document/deferred-hydration.ts';
import { headScript } from '#app/shell/document/head-script.ts';
import { renderContext } from '#app/shell/document/render-context.ts';
import { AppError } from '#contract/errors.ts';
import { CHECKOUT_PATH, OFFLINE_PATH } from '#contract/page-paths.ts';
import { DAY_SECONDS } from '#domain/day.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { RevisionCache, RevisionCaches } from './catalogue/revision-cache.ts';
import type { Settings } from './environment/settings.ts';
import { UNAVAILABLE_RETRY } from './http/errors.ts';
import { MAX_PATH_LENGTH } from './http/request-limits.ts';
import { builtFileResponse, readBuiltFiles, readLazyFiles } from './pages/built-files.ts';
import { dataKey, pageKey } from './pages/cache/cache-key.ts';
import { documentResponse } from './pages/cache/document-response.ts';
import { dataHeaders, finishData, type PageData } from './pages/cache/page-data.ts';
import { styleSheetReader } from './pages/critical-css/inline-style.ts';
import { type Document, finishDocument } from './pages/document.ts';
import { cspHash, newNonce } from './pages/inline-scripts.ts';
import { toLatin1 } from './pages/latin1.ts';
import type { PageSettings, ShopSettingsReader } from './shop-settings/shop-settings.ts';

export type Pages = {
  routes: Hono;
  /** The document that is cached under a key, if the catalogue's revision need not be checked now. */
  getFreshDocument(key: string): Document | undefined;
  /** The same for the data of a page. */
  getFreshData(key: string): PageData | undefined;
};

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
  live: Pick<ShopSettingsReader, 'readForPages'>,
  caches: RevisionCaches,
  clientFiles: string | null,
): Pages {
  const { publicUrl, analyticsId } = settings;
  const realGateway = settings.gateway !== null;
  const app = new Hono();
  const handle = createRequestHandler(build);
  const readStyleSheet = clientFiles ? styleSheetReader(clientFiles) : undefined;
  const lazyFiles = clientFiles ? readLazyFiles(clientFiles) : undefined;
  const allowedScripts = [cspHash(toLatin1(headScript(analyticsId !== null)))];
  const offlineScripts = [...allowedScripts, cspHash(toLatin1(OFFLINE_SCRIPT))];
  const hydrationScript = toLatin1(HYDRATION_SCRIPT);
  const documents = caches.open<Rendered<Document>>(isCacheable);
  const pageData = caches.open<Rendered<PageData>>(isCacheable);
  // A change of the settings also changes the catalogue's revision, so these caches are emptied.
  const shownSettings = caches.open<PageSettings>(({ isCurrent }) => isCurrent, 1);

  /**
   * Renders with the shop's canonical address, whichever host the visitor used, and without a session or the visitor's
   * own abort signal: other visitors may wait for the same answer.
   */
  async function render<Answer>(
    pagePath: string,
    nonce: string,
    finish: (rendered: Response, markup?: string) => Promise<Answer>,
  ): Promise<Rendered<Answer>> {
    const { isCurrent, ...shown } = await shownSettings.get('', live.readForPages);
    const context = new RouterContextProvider();
    let markup: string | undefined;
    context.set(renderContext, {
      catalogue: forLoaders(catalogue),
      ...shown,
      analytics: analyticsId,
      demo: settings.demo,
      onlinePayment: realGateway || settings.demo,
      nonce,
      takeMarkup: (html) => {
        markup = html;
      },
    });
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), RENDER_TIMEOUT_MS);
    try {
      const request = new Request(publicUrl + pagePath, { signal: timeout.signal });
      const rendered = await handle(request, context);
      return { ...(await finish(rendered, markup)), isCurrent };
    } finally {
      clearTimeout(timer);
    }
  }

  function renderDocument(key: string): Promise<Rendered<Document>> {
    const nonce = newNonce();
    const isOffline = key === OFFLINE_PATH;
    const options = {
      nonce,
      allowedScripts: isOffline ? offlineScripts : allowedScripts,
      hydrationScript: isOffline ? null : hydrationScript,
      ...(lazyFiles && { lazyFiles: lazyFiles(key) }),
      opensGateway: realGateway && key === CHECKOUT_PATH,
      loadsGoogleTag: analyticsId !== null,
      ...(readStyleSheet && { readStyleSheet }),
    };
    return render(key, nonce, (rendered, markup) =>
      finishDocument(rendered, { ...options, ...(markup !== undefined && { markup }) }),
    );
  }

  const renderData = (key: string) => render(key, newNonce(), finishData);

  if (clientFiles) {
    const assets = readBuiltFiles(path.join(clientFiles, 'assets'), '/assets/');
    app.get('/assets/*', (c) => {
      const file = assets.get(c.req.path);
      return file ? builtFileResponse(c.req.raw, file) : c.notFound();
    });
    app.get('/pictures/*', files(clientFiles, `public, max-age=${DAY_SECONDS}`));
    // A product added after the build has no preview image for shared links: the shop's image is used.
    app.get('/pictures/og/*', (c) => c.redirect('/pictures/og/site.jpg', 302));
    app.get('/icons/*', files(clientFiles, `public, max-age=${DAY_SECONDS}`));
    app.get('/sw.js', files(clientFiles, 'no-cache'));
    app.get(`/:file{${ROOT_FILES}}`, files(clientFiles, `public, max-age=${DAY_SECONDS}`));
  }

  app.get('*', async (c) => {
    const url = new URL(c.req.url);
    if (!isRoutable(url.pathname)) url.pathname = notFoundPath(url.pathname);
    const key = pageKey(url);
    if (key === undefined) {
      const found = await cached(pageData, dataKey(url), renderData);
      const { body, status } = found;
      const purpose = isCacheable(found) ? c.req.header('sec-purpose') : undefined;
      return new Response(body, { status, headers: dataHeaders(found, purpose) });
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
  return {
    routes: app,
    getFreshDocument: documents.getFresh,
    getFreshData: pageData.getFresh,
  };
}

/** Whether React Router can read this path: it prints on the console about one that it cannot decode or match. */
function isRoutable(pathname: string): boolean {
  if (pathname.length > MAX_PATH_LENGTH) return false;
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

/** A path of no page, in place of one that the router cannot read: the response is the page 'not found'. */
function notFoundPath(pathname: string): string {
  return pathname.endsWith('.data') ? '/not-found.data' : '/not-found';
}

/** A rendered response, and whether it was rendered with the current settings. */
type Rendered<Answer> = Answer & { isCurrent: boolean };

function isCacheable({ status, isCurrent }: Rendered<{ status: number }>): boolean {
  return status === 200 && isCurrent;
}

/** The maximum time in milliseconds that a visitor waits for a page. */
const RENDER_TIMEOUT_MS = 10_000;
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
        headers: { 'Retry-After': UNAVAILABLE_RETRY },
      });
    });
  return {
    listProducts: (query) => withStatus(catalogue.listProducts(query)),
    listPage: (query) => withStatus(catalogue.listPage(query)),
    findProduct: (id) => withStatus(catalogue.findProduct(id)),
    revision: catalogue.revision,
  };
}
