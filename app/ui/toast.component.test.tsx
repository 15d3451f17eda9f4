import { expect, onTestFinished, test, vi } from 'vitest';
import { open } from '#test/component/open.tsx';
import { dismissToast, showError, shownToast, showToast } from './toast-store.ts';

/** An empty page whose clock the test sets. */
async function openPage() {
  const { screen } = await open(<p style={{ marginTop: 600 }}>Tea</p>, { as: null });
  onTestFinished(() => {
    vi.useRealTimers();
    dismissToast(shownToast()?.id ?? 0);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return screen;
}

const MESSAGES = [
  [() => showError('It did not go through.'), 7],
  [() => showToast({ title: 'Saved' }), 5],
] as const;

test('a failure is gone after seven seconds, a success after five, and each by its own button', async () => {
  const screen = await openPage();
  const dismiss = screen.getByRole('button', { name: 'Dismiss' });
  await screen.getByText('Tea').hover(); // a message under the pointer stays
  for (const [show, seconds] of MESSAGES) {
    show();
    await expect.element(dismiss).toBeVisible();
    const { width, height } = dismiss.element().getBoundingClientRect();
    expect(Math.min(width, height), 'a thumb can hit it').toBeGreaterThanOrEqual(43.99);
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 100);
    await expect.element(dismiss).toBeVisible();
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(dismiss).not.toBeInTheDocument();
  }
  for (const [show] of MESSAGES) {
    show();
    await dismiss.click();
    await expect.element(dismiss).not.toBeInTheDocument();
  }
});
