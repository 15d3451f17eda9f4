import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { isSameOrigin } from '#server/http/form-handler.ts';
import { cspHash } from '#server/pages/inline-scripts.ts';
import { showDevPage } from './dev-page.ts';

/** Keeps the session where the shop's pages look for it, and opens the admin. */
const OPEN = `
const session = document.getElementById('session').textContent;
localStorage.setItem('shop-auth', session);
location.replace('/admin');`;

/**
 * `/dev/admin` of demo mode: a button that opens the admin as the demo's owner. Requests from other sites are refused:
 * they would change who is signed in here.
 *
 * @param signIn signs the demo's owner in.
 */
export function demoAdminRoutes(publicUrl: string, signIn: () => Promise<unknown>): Hono {
  const app = new Hono();
  app.get('/admin', (c) =>
    showDevPage(
      c,
      'Admin',
      html`<h1>Admin</h1>
        <p class="about">Where an owner runs the shop. This way in exists in demo mode only.</p>
        <form class="card" method="post"><p><button>Open the admin as the demo's owner</button></p></form>
        <p class="about">For sixty orders in every state: <code>npm run demo:orders</code></p>`,
    ),
  );
  app.post('/admin', async (c) => {
    if (!isSameOrigin(c, publicUrl)) return c.text('This form is for this page alone.', 403);
    const session = JSON.stringify(await signIn()).replaceAll('<', '\\u003c');
    return showDevPage(
      c,
      'Admin',
      html`<p>Opening the admin...</p>
        <script type="application/json" id="session">${raw(session)}</script>
        <script>${raw(OPEN)}</script>`,
      cspHash(OPEN),
    );
  });
  return app;
}
