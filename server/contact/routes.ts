import { type Context, Hono } from 'hono';
import { ContactMessage, contactEndpoints } from '#contract/contact.ts';
import { formDoor } from '../platform/http/form-door.ts';
import { limitNetwork, takeFromNetworkOf } from '../platform/http/limit-network.ts';
import { type Admit, serve } from '../platform/http/serve.ts';
import type { Visitors } from '../visitors.ts';

export function contactRoutes({ contact, trustProxyHops }: Visitors, admit: Admit) {
  const app = new Hono();
  app.post('/contact-messages', limitNetwork(contact.takeFromNetwork, trustProxyHops));
  app.route(
    '/',
    serve(contactEndpoints, admit, {
      'POST /contact-messages': ({ body }) => contact.leaveMessage(body),
    }),
  );
  return app;
}

/** The contact page's own form, where no script sends it. */
export function contactForm({ contact, trustProxyHops }: Visitors, publicUrl: string) {
  const leave = async (message: ContactMessage, c: Context) => {
    await takeFromNetworkOf(c, contact.takeFromNetwork, trustProxyHops);
    await contact.leaveMessage(message);
  };
  const app = new Hono();
  app.post('/contact', formDoor(publicUrl, ContactMessage, leave, '/contact/sent'));
  return app;
}
