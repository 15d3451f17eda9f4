import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { open } from '#test/component/open.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { showError, showToast } from './toast-store.ts';

test('a busy button submits nothing when it is pressed again', async () => {
  const submitted = vi.fn();
  const form = (busy: false | string) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  );
  const screen = await render(form(false));
  onTestFinished(() => screen.unmount());
  await userEvent.keyboard('{Tab}{Enter}');
  expect(submitted).toHaveBeenCalledTimes(1);
  await screen.rerender(form('Saving...'));
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(submitted).toHaveBeenCalledTimes(1);
});

/** A dialog that is higher than the window, with a field at its beginning. */
function Asking() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Dialog title="A question" open={open} onClose={() => setOpen(false)}>
        <label>
          Agreed <input type="checkbox" />
        </label>
        <label>
          Answer <input />
        </label>
        <div style={{ height: 2000 }} />
        <button type="button" onClick={() => setOpen(false)}>
          Cancel
        </button>
      </Dialog>
    </>
  );
}

test('a dialog opens in its first field that asks for something, and at its top again however it was closed', async () => {
  const { screen } = await open(<Asking />, { as: null });
  const ask = screen.getByRole('button', { name: 'Ask' });
  const dialog = screen.getByRole('dialog');
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  for (const close of [() => cancel.click(), () => userEvent.keyboard('{Escape}'), undefined]) {
    await ask.click();
    await expect.element(dialog.getByLabelText('Answer')).toHaveFocus();
    await expect.element(dialog.getByRole('heading', { name: 'A question' })).toBeInViewport();
    cancel.element().scrollIntoView();
    expect(dialog.element().scrollTop).toBeGreaterThan(500);
    await close?.();
    if (close) await expect.element(ask).toHaveFocus();
  }
});

test('a dialog that is opened again at once stays open', async () => {
  const { screen } = await open(<Asking />, { as: null });
  const dialog = screen.getByRole('dialog');
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(dialog).toBeVisible();
  const reported = new Promise((resolve) => {
    dialog.element().addEventListener('close', () => setTimeout(resolve), { once: true });
  });
  const button = (text: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  // Closes and reopens in one task: the `close` event then comes after the dialog is open again.
  button('Cancel')?.click();
  await Promise.resolve(); // React renders in a microtask
  button('Ask')?.click();
  await reported;
  await expect.element(dialog.getByLabelText('Answer')).toBeVisible();
});

/** An empty page whose clock the test sets. */
async function openPage() {
  const { screen } = await open(<p style={{ marginTop: 600 }}>Tea</p>, { as: null });
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

test('a message stays while it has the focus, and one that was dismissed keeps no later one open', async () => {
  const screen = await openPage();
  await screen.getByText('Tea').hover();
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
