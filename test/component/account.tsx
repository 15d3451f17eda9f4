import type { Factor, Session, User } from '@supabase/auth-js';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import AccountLayout from '#app/account/account-layout.tsx';
import ProfilePage from '#app/account/profile-page.tsx';
import SecurityPage from '#app/account/security-page.tsx';
import AddressesPage from '#app/addresses/addresses-page.tsx';
import AuthPage from '#app/auth/auth-page.tsx';
import ForgotPasswordPage from '#app/auth/forgot-password-page.tsx';
import ResetPasswordPage from '#app/auth/reset-password-page.tsx';
import UndoFactorPage from '#app/auth/undo-factor-page.tsx';
import GuardedLayout from '#app/layout/guarded-layout.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { SESSION_KEY } from '#app/shell/session/auth-callback.ts';
import { type Shopper, session } from '#app/shell/session/session.ts';
import { Toasts } from '#app/ui/toast.tsx';
import { fakeApi, type Handlers } from './fake-api.ts';
import { ASHA, putBack } from './open.tsx';

type Body = Record<string, unknown>;

/**
 * What the auth server answers, by 'METHOD /path' without the query and with `{id}` for the id of a factor: the protocol's
 * objects, or nothing for 204. Throws a `Refusal`, or `UNREACHABLE`. A test may change it on its way.
 */
export type AuthHandlers = Record<string, AuthHandler>;
export type AuthHandler = (body: Body, id: string) => unknown;

/** A refusal of the auth server. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** A handler of the auth server that refuses. */
export const refusal = (...reason: ConstructorParameters<typeof Refusal>) => {
  return () => {
    throw new Refusal(...reason);
  };
};

type OpenOptions = {
  path: string;
  /** Who has signed in; nobody when null. */
  as?: Session | null;
  auth?: AuthHandlers;
  api?: Handlers;
  /** Further pages, by path; those below /account need a session. */
  pages?: Record<string, ReactElement>;
};

/**
 * Opens the pages of accounts with the shop's own session and auth client: only the servers are fakes, and a request without
 * a handler fails the test. After the test nobody is signed in.
 */
export async function openAccount({
  path,
  as = null,
  auth = {},
  api = {},
  pages = {},
}: OpenOptions) {
  const asked = fakeServers(auth, api);
  await (as ? signInFromAnotherTab(as) : session.loadAuth());
  const further = (guarded: boolean) =>
    Object.entries(pages)
      .filter(([path]) => path.startsWith('/account/') === guarded)
      .map(([path, element]) => ({ path, element }));
  const guarded = [
    ...further(true),
    { path: '/cart', element: <h1>Your Cart</h1> },
    {
      element: <AccountLayout />,
      children: [
        { path: '/account/profile', element: <ProfilePage /> },
        { path: '/account/addresses', element: <AddressesPage /> },
        { path: '/account/security', element: <SecurityPage /> },
      ],
    },
  ];
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          ...(pages['/'] ? [] : [{ path: '/', element: <h1>Home</h1> }]),
          ...further(false),
          { path: '/auth', element: <AuthPage /> },
          { path: '/forgot-password', element: <ForgotPasswordPage /> },
          { path: '/reset-password', element: <ResetPasswordPage /> },
          { path: '/undo-second-step', element: <UndoFactorPage /> },
          { element: <GuardedLayout />, children: guarded },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    router.dispose();
    await putBack();
  });
  return {
    screen,
    /** The requests so far, as 'METHOD /path'; those to the auth server begin with /auth/v1. */
    asked,
    /** The path and query of the page that is open. */
    path: () => router.state.location.pathname + router.state.location.search,
    navigate: (to: string) => router.navigate(to),
  };
}

function Frame() {
  return (
    <>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts />
    </>
  );
}

/** Where the auth client is loaded, it hears of other tabs through this channel, as the browser's tabs do. */
async function signInFromAnotherTab(as: Session): Promise<void> {
  window.localStorage.setItem(SESSION_KEY, JSON.stringify(as));
  await session.loadAuth();
  tellTabs({ event: 'SIGNED_IN', session: as });
  await vi.waitFor(() => {
    const now = session.get();
    expect('user' in now && now.user.id).toBe(as.user.id);
  });
}

/** What another tab does that signs out. */
export function signOutFromAnotherTab(): void {
  window.localStorage.removeItem(SESSION_KEY);
  tellTabs({ event: 'SIGNED_OUT', session: null });
}

function tellTabs(message: unknown): void {
  const tab = new BroadcastChannel(SESSION_KEY);
  tab.postMessage(message);
  tab.close();
}

type SessionOptions = {
  shopper?: Shopper;
  /** The account's second factors. */
  factors?: Factor[];
  /** Whether one of them was shown. */
  aal?: 'aal1' | 'aal2';
  /** How the shopper signed in: `recovery` by the link that resets a password. */
  method?: 'password' | 'recovery';
};

/** A session as the auth server sends it. */
export function sessionOf({
  shopper = ASHA,
  factors = [],
  aal = 'aal1',
  method = 'password',
}: SessionOptions = {}): Session {
  const now = Math.round(Date.now() / 1000);
  const claims = { sub: shopper.id, aal, amr: [{ method, timestamp: now }], exp: now + 3600 };
  tokens += 1;
  return {
    access_token: [{ alg: 'ES256' }, claims, { token: tokens }].map(base64url).join('.'),
    refresh_token: `refresh-${tokens}`,
    expires_in: 3600,
    expires_at: now + 3600,
    token_type: 'bearer',
    user: userOf(shopper, factors),
  };
}

let tokens = 0;

/** A part of a JWT; its characters are ASCII. */
const base64url = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** A user as the auth server sends it; one whose address is not confirmed has no `email_confirmed_at`. */
export function userOf({ id, email }: Shopper = ASHA, factors: Factor[] = []): User {
  return {
    id,
    email,
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-01-05T06:30:00.000Z',
    email_confirmed_at: '2026-01-05T06:30:00.000Z',
    factors,
  };
}

/** A verified second factor. */
export function factorOf(
  name: string,
  factor_type: 'totp' | 'webauthn' | 'recovery_code' = 'totp',
) {
  return {
    id: crypto.randomUUID(),
    friendly_name: name,
    factor_type,
    status: 'verified',
    created_at: '2026-01-05T06:30:00.000Z',
    updated_at: '2026-01-05T06:30:00.000Z',
  } satisfies Factor;
}

/** The requests go to the fake auth server below /auth/v1, and to the fake API. */
function fakeServers(auth: AuthHandlers, api: Handlers): string[] {
  const asked = fakeApi(api);
  const askApi = window.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
    if (!url.pathname.startsWith('/auth/v1')) return askApi(input, init);
    const grant = url.searchParams.get('grant_type');
    const path = url.pathname.slice('/auth/v1'.length) + (grant ? `?grant_type=${grant}` : '');
    const name = `${init.method ?? 'GET'} ${path}`;
    asked.push(name.replace(' ', ' /auth/v1'));
    const handler = auth[name] ?? auth[name.replace(UUID, '{id}')] ?? DEFAULTS[name];
    if (!handler) throw new Error(`The test has no handler for ${name} of the auth server`);
    try {
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
      const answer = await handler(body, UUID.exec(path)?.[0] ?? '');
      return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, status } = error;
      // The client reads the code of an error only where the response has this version.
      const headers = { 'x-supabase-api-version': '2024-01-01' };
      return Response.json({ code, message }, { status, headers });
    }
  });
  return asked;
}

const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

const DEFAULTS: AuthHandlers = { 'POST /logout': () => undefined };

/** An answer that comes when the test says so. */
export function heldBack<Answer>(answer: () => Answer) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const handler = () => promise.then(answer);
  return { handler, release: resolve };
}
