import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ErrorBoundary } from './root.tsx';

/** Opens a page of the shop whose root cannot be loaded, until `repair` is called. */
async function openBroken() {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const router = createMemoryRouter([
    {
      id: 'root',
      path: '*',
      loader: async () => {
        await new Promise((answered) => setTimeout(answered, 20)); // as over a network
        if (broken) throw new Error('The root cannot be loaded');
        return null;
      },
      element: <h1>The page</h1>,
      errorElement: <ErrorBoundary error={new Error('The root cannot be loaded')} params={{}} />,
      hydrateFallbackElement: <p>Loading</p>,
    },
  ]);
  const screen = await render(<RouterProvider router={router} />);
  onTestFinished(async () => {
    await screen.unmount();
    router.dispose();
    vi.restoreAllMocks();
  });
  const repair = () => {
    broken = false;
  };
  return { screen, repair };
}

test('a page whose root cannot be loaded says so in the shop’s frame, and can be tried again', async () => {
  const { screen, repair } = await openBroken();
  await expect.element(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect.element(screen.getByRole('banner')).toBeVisible();
  await expect.element(screen.getByRole('contentinfo')).toBeVisible();
  repair();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
});

test('it can be tried again after a page translator has replaced its texts', async () => {
  const { screen, repair } = await openBroken();
  await expect.element(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  translate(screen.container);
  await screen.getByRole('button', { name: '[Try again]' }).click();
  const again = screen.getByRole('button', { name: 'Try again', exact: true });
  await expect.element(again).toBeEnabled(); // it has failed once more
  repair();
  await again.click();
  await expect.element(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
});

/** As Chrome's translator does: every text node becomes a `<font>` with another text. */
function translate(root: HTMLElement) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (texts.nextNode()) if (texts.currentNode instanceof Text) nodes.push(texts.currentNode);
  for (const node of nodes) {
    const font = document.createElement('font');
    font.textContent = `[${node.data}]`;
    node.replaceWith(font);
  }
}
