import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';

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
