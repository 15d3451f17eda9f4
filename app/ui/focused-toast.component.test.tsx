import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { open } from '#test/component/open.tsx';
import { dismissToast, showError, shownToast } from './toast-store.ts';

test('a message stays while it has the focus, and one that was dismissed keeps no later one open', async () => {
  const { screen } = await open(<p style={{ marginTop: 600 }}>Tea</p>, { as: null });
  onTestFinished(() => {
    vi.useRealTimers();
    dismissToast(shownToast()?.id ?? 0);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await screen.getByText('Tea').hover(); // a message under the pointer stays
  const dismiss = screen.getByRole('button', { name: 'Dismiss' });
  showError('It did not go through.');
  await expect.element(dismiss).toBeVisible();
  dismiss.element().focus();
  await expect.element(dismiss).toHaveFocus();
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.element(dismiss).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dismiss).not.toBeInTheDocument();
  showError('It did not go through again.');
  await expect.element(dismiss).toBeVisible();
  await vi.advanceTimersByTimeAsync(8_000);
  await expect.element(dismiss).not.toBeInTheDocument();
});
