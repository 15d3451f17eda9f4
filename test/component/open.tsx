import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import { createMemoryRouter, createPath, RouterProvider, useLocation } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Guard } from '#app/shell/session/guard.tsx';
import { type SessionState, type Shopper, session } from '#app/shell/session/session.ts';
import { Toasts } from '#app/ui/toast.tsx';
import { dismissToast, shownToast } from '#app/ui/toast-store.ts';
import { fakeApi, type Handlers } from './fake-api.ts';

type OpenOptions = {
  /** The page's path, with query and hash. */
  path?: string;
  /** The pattern of the page's route, where the page reads parameters from its path. */
  route?: string;
  /** What the server answers. */
  api?: Handlers;
  /** Who has signed in; nobody when null. */
  as?: Shopper | null;
};

/** The shopper of a test that names none. */
export const ASHA: Shopper = {
  id: '0b9b7c52-5c2f-4b36-9a56-0f4e5ad3f3a1',
  email: 'asha@example.com',
};

/**
 * Renders a page, or a part of one, as the shop does: behind the guard, with toasts, a router in memory and the shop's
 * style sheets, in a real browser. After the test everything is as before it.
 */
export async function open(
  element: ReactNode,
  { path = '/', route = '*', api = {}, as = ASHA }: OpenOptions,
) {
  const stopTimers = watchTimers();
  const requests = fakeApi(api);
  fakeSession(as);
  // A router in memory has no built pages that could be preloaded (`PreloadPage`).
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const guarded = <Guard secondFactor={() => <p>Second factor</p>}>{element}</Guard>;
  /** The key of the location whose page is on the screen: the router's own is ahead until React has rendered it. */
  let shown = '';
  const inFrame = (page: ReactNode) => (
    <>
      <main>{page}</main>
      <Toasts />
      <ReportLocation onShown={(key) => (shown = key)} />
    </>
  );
  const router = createMemoryRouter(
    [
      // Where the guard sends whoever is signed out.
      { path: '/auth', element: inFrame(as ? null : element) },
      { path: route, element: inFrame(as ? guarded : element) },
    ],
    { initialEntries: [path] },
  );
  // Some pages read the window's URL, and what may run after its page was left does.
  const outside = window.location.href;
  const showPath = () => window.history.replaceState(null, '', createPath(router.state.location));
  showPath();
  const stopShowing = router.subscribe(showPath);
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    stopShowing();
    router.dispose();
    window.history.replaceState(null, '', outside);
    await putBack();
    stopTimers();
  });
  return {
    screen,
    /** What the page has asked of the server so far. */
    requests,
    /** The path and query that the page has led to. */
    path: () => router.state.location.pathname + router.state.location.search,
    /**
     * Goes to another path, or back by a number of pages, as the browser's buttons do. Afterwards its page is on the
     * screen: what a test typed earlier would be typed into the page before.
     */
    go: async (to: string | number) => {
      const before = shown;
      if (typeof to === 'number') await router.navigate(to);
      else await router.navigate(to);
      await expect.poll(() => shown !== before && shown === router.state.location.key).toBe(true);
    },
  };
}

/**
 * The tests of all files share a page: after each nobody is signed in, and nothing is stored, shown or faked. Also a test
 * with a session of `open` may have signed in, to confirm who is there, and the next one would begin with that session.
 */
export async function putBack(): Promise<void> {
  vi.useRealTimers();
  vi.restoreAllMocks();
  window.localStorage.clear();
  window.sessionStorage.clear();
  if (session.get().status !== 'signed-out') await session.signOut({ chosen: true });
  vi.unstubAllGlobals();
  queryClient.clear();
  dismissToast(shownToast()?.id ?? 0);
}

/**
 * Some timers outlive their page: a payment is asked for until it is known, also by who has gone on. They would ask the
 * next test's server. Browsers number timers in their order, timeouts and intervals together.
 *
 * @returns ends those that were started since.
 */
function watchTimers(): () => void {
  const first = startTimer();
  return () => {
    const last = startTimer();
    for (let id = first; id <= last; id += 1) window.clearTimeout(id);
  };
}

const startTimer = () => window.setTimeout(() => {});

function ReportLocation({ onShown }: { onShown: (key: string) => void }): null {
  const { key } = useLocation();
  useLayoutEffect(() => void onShown(key));
  return null;
}

/** A session that needs no auth client. What the client does to it is a promise of session-store.test.ts. */
function fakeSession(shopper: Shopper | null) {
  const state: SessionState = shopper
    ? { status: 'signed-in', user: shopper, recovering: false }
    : { status: 'signed-out', chosen: false, ended: false };
  vi.spyOn(session, 'get').mockReturnValue(state);
  vi.spyOn(session, 'subscribe').mockReturnValue(() => {});
  vi.spyOn(session, 'storedToken').mockResolvedValue(shopper ? 'token' : null);
}
