import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  type DataRouter,
  IDLE_BLOCKER,
  IDLE_FETCHER,
  IDLE_NAVIGATION,
  matchRoutes,
  type RouterState,
  type RouterSubscriber,
  type To,
} from 'react-router';
import { onFirstInteraction } from '#app/ui/on-first-interaction.ts';
import { deferListening } from './deferred-history.ts';
import { documentRoutes } from './document-routes.tsx';
import type { RouterContext } from './router-context.ts';

/**
 * A router for `RouterProvider` that shows the page of the document. It loads React Router's own router, a fifth of a
 * page's scripts, when it is needed: at the first navigation, or at the visitor's first interaction. From then on it
 * passes everything to that router.
 *
 * No route with a document may have a `clientLoader`: its data would not be all that the page needs. /account has none, the
 * server redirects.
 */
export function deferRouter(context: RouterContext): DataRouter {
  const { state: data, basename } = context;
  const routes = documentRoutes(context);
  const history = deferListening(createBrowserHistory(), () => void load().catch(reload));
  const matches = matchRoutes(routes, history.location, basename) ?? [];
  const first: RouterState = {
    historyAction: history.action,
    location: history.location,
    matches,
    initialized: true,
    renderFallback: false,
    navigation: IDLE_NAVIGATION,
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: data.loaderData ?? {},
    actionData: data.actionData ?? null,
    errors: data.errors ?? null,
    fetchers: new Map(),
    blockers: new Map(),
  };
  const ownManifest = Object.fromEntries(matches.map(({ route }) => [route.id, route]));
  const subscribers = new Set<RouterSubscriber>();
  let scroll: Parameters<DataRouter['enableScrollRestoration']> | undefined;
  let loading: Promise<DataRouter> | undefined;
  let router: DataRouter | undefined;

  function load(): Promise<DataRouter> {
    loading ??= import('./full-router.ts')
      .then(({ createFullRouter }) => {
        router = createFullRouter(context, history);
        router.subscribe((...update) => {
          for (const subscriber of subscribers) subscriber(...update);
        });
        if (scroll) router.enableScrollRestoration(...scroll);
        history.resume();
        return router;
      })
      .catch((error: unknown) => {
        loading = undefined; // the next call tries again
        throw error;
      });
    return loading;
  }
  const preload = () => void load().catch(() => {});
  if (redirectsGuest()) preload();
  else onFirstInteraction(preload);

  async function navigate(
    to: To | number | null,
    options?: Parameters<DataRouter['navigate']>[1],
  ): Promise<void> {
    if (typeof to === 'number') return router ? router.navigate(to) : history.go(to);
    const full = router ?? (await load().catch(() => null));
    if (full) return full.navigate(to, options);
    // The router could not be loaded: there is no network, or the page is of an earlier build. The browser navigates
    // instead.
    const { pathname, search, href: current } = window.location;
    const path =
      typeof to === 'string'
        ? to
        : createPath({ ...(to ?? { search }), pathname: to?.pathname ?? pathname });
    const { href } = new URL(path, current);
    if (options?.replace) window.location.replace(href);
    else window.location.assign(href);
  }

  return {
    get basename() {
      return basename;
    },
    get future() {
      return router?.future ?? context.future;
    },
    get state() {
      return router?.state ?? first;
    },
    get routes() {
      return router?.routes ?? routes;
    },
    get manifest() {
      return router?.manifest ?? ownManifest;
    },
    get window() {
      return window;
    },
    match: (location) => router?.match(location) ?? matchRoutes(routes, location, basename),
    initialize() {
      return this;
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    enableScrollRestoration(...args) {
      scroll = args;
      return router?.enableScrollRestoration(...args) ?? (() => {});
    },
    navigate,
    fetch: async (...args) => (await load()).fetch(...args),
    async revalidate() {
      const full = await load().catch(() => null);
      return full ? full.revalidate() : reload();
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    getFetcher: (key) => router?.getFetcher(key) ?? IDLE_FETCHER,
    resetFetcher: (...args) => router?.resetFetcher(...args),
    deleteFetcher: (key) => router?.deleteFetcher(key),
    dispose: () => router?.dispose(),
    getBlocker: (...args) => router?.getBlocker(...args) ?? IDLE_BLOCKER,
    deleteBlocker: (key) => router?.deleteBlocker(key),
    patchRoutes: (...args) => router?.patchRoutes(...args),
    _internalFetchControllers: new Map(),
    _internalSetRoutes: (changed) => router?._internalSetRoutes(changed),
    _internalSetStateDoNotUseOrYouWillBreakYourApp(changed) {
      router?._internalSetStateDoNotUseOrYouWillBreakYourApp(changed);
    },
  };
}

/** Whether the page needs a signed-in visitor and there is none: a guest is redirected to the sign-in page at once. */
function redirectsGuest(): boolean {
  const { dataset } = document.documentElement;
  return !('session' in dataset) && document.querySelector('[data-guarded]') !== null;
}

function reload() {
  window.location.reload();
}
