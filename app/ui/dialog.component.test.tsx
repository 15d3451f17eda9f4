import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { open } from '#test/component/open.tsx';
import { Dialog } from './dialog.tsx';

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
