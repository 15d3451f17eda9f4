import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ErrorBoundary } from './root.tsx';

test('a page whose root cannot be loaded says so in the shop’s frame, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const error = new Error('The root cannot be loaded');
  let broken = true;
  const answer = Promise.withResolvers<void>();
  const router = createMemoryRouter([
    {
      id: 'root',
      path: '*',
      loader: async () => {
        if (broken) throw error;
        await answer.promise;
        return null;
      },
      element: <h1>The page</h1>,
      errorElement: <ErrorBoundary error={error} params={{}} />,
      hydrateFallbackElement: <p>Loading</p>,
    },
  ]);
  const screen = await render(<RouterProvider router={router} />);
  onTestFinished(async () => {
    await screen.unmount();
    router.dispose();
    vi.restoreAllMocks();
  });
  await expect.element(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect.element(screen.getByRole('banner')).toBeVisible();
  await expect.element(screen.getByRole('contentinfo')).toBeVisible();
  broken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Trying...' })).toBeVisible();
  answer.resolve();
  await expect.element(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
});
