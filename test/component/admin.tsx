import { expect, onTestFinished, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { Screens } from '#app/admin/admin-app.tsx';
import { dismissSnackbar, shownSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { StaffGuard } from '#app/admin/staff/staff-guard.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { StaffRole } from '#domain/staff.ts';
import type { Handlers } from './fake-api.ts';
import { ASHA, open } from './open.tsx';
import '#app/admin/admin.css';
import '#app/ui/shop.css';

type AdminOptions = { role?: StaffRole; api?: Handlers; as?: typeof ASHA };

/** Opens a screen of the admin in its frame, for somebody of the staff. What `api` lacks is answered with nothing. */
export async function openAdmin(
  path: string,
  { role = 'owner', api = {}, as = ASHA }: AdminOptions = {},
) {
  const handlers = api;
  handlers['GET /admin/changes'] ??= () => ({ mark: `${changes}` });
  handlers['GET /admin/me'] ??= () => ({
    user_id: as.id,
    email: as.email ?? '',
    role,
  });
  // Known before the screen loads: the first answer would reload it at some moment of the test.
  queryClient.setQueryData(['admin', 'changes'], { mark: `${changes}` });
  onTestFinished(() => dismissSnackbar(shownSnackbar()?.id ?? 0));
  const opened = await open(
    <StaffGuard>
      <Screens />
    </StaffGuard>,
    { path, route: '/admin/*', api: handlers, as },
  );
  const main = page.getByRole('main');
  return {
    ...opened,
    main,
    /** The message at the bottom with this text. */
    told: (text: string | RegExp) => main.getByRole('status').filter({ hasText: text }),
    /** The Undo button of the message at the bottom. */
    undo: main.getByRole('status').getByRole('button', { name: 'Undo' }),
    /** Opens the screen anew, as a reload of the tab does: only what is stored stays. */
    reload: async () => {
      await opened.go('/admin/nowhere');
      await expect.element(page.getByRole('heading', { name: '404' })).toBeVisible();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'me' });
      await opened.go(path);
    },
  };
}

let changes = 0;

/** The next time that the screen asks, an order was changed by somebody else; it asks now. */
export async function changeElsewhere(): Promise<void> {
  changes += 1;
  await queryClient.refetchQueries({ queryKey: ['admin', 'changes'] });
}

/** Shows the screen on a laptop's window until the test ends. */
export async function onLaptop(): Promise<void> {
  onTestFinished(() => page.viewport(390, 844));
  await page.viewport(1280, 800);
}

/** What the staff use, with what prepares it, for `test.each`. */
export const DEVICES: [string, () => Promise<void>][] = [
  ['a phone', async () => {}],
  ['a laptop', onLaptop],
];

/** The account of who is signed in has no second factor: whoever is asked for it confirms with the password. */
export function fakePassword(): void {
  const others = window.fetch;
  const part = (value: object) => btoa(JSON.stringify(value));
  const user = { id: ASHA.id, email: ASHA.email, factors: [] };
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const token = `${part({ alg: 'HS256' })}.${part({ sub: ASHA.id, exp, aal: 'aal1' })}.c2lnbmVk`;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === '/auth/v1/user') return Response.json(user);
    if (pathname === '/auth/v1/logout') return new Response(null, { status: 204 });
    if (pathname !== '/auth/v1/token') return others(input, init);
    return Response.json({
      access_token: token,
      refresh_token: 'next',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: exp,
      user,
    });
  });
}

/** The open dialog asks for the password, and gets it. */
export async function confirmPassword(): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Please confirm that it is you.')).toBeVisible();
  await dialog.getByLabelText('Password', { exact: true }).fill('a long password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

/** How many there are, polled. */
export function count(parts: Locator): { toBe(expected: number): Promise<void> } {
  return expect.poll(() => parts.elements().length);
}

/** Presses keys without any time between them. */
export function pressAtOnce(...keys: string[]): void {
  for (const key of keys)
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
}

/** Pastes a text where the focus is, as from the clipboard. */
export function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  (document.activeElement ?? document.body).dispatchEvent(event);
}

/** Whether a tap on the middle of the control would hit it. */
export function isHit(control: Locator): boolean {
  const element = control.element();
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element);
}

/** A tap hits the control at the end of the page, whatever else is shown there. */
export async function expectHitAtEnd(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible();
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return isHit(control);
    })
    .toBe(true);
}
