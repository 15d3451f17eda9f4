import { Hono } from 'hono';
import { ContactMessage, contactEndpoints } from '#contract/contact.ts';
import type { Guests } from '#server/guests.ts';
import { formDoor } from '#server/http/form-handler.ts';
import { type Admit, serve } from '#server/http/serve.ts';

export function contactRoutes({ contact, visitOf }: Guests, authenticate: Admit) {
  return serve(contactEndpoints, authenticate, {
    'POST /contact-messages': ({ body }, c) => contact.leaveMessage(body, visitOf(c)),
  });
}

/** The contact page's own form, where no script sends it. */
export function contactForm({ contact, visitOf }: Guests, publicUrl: string) {
  const app = new Hono();
  app.post(
    '/contact',
    formDoor(
      publicUrl,
      ContactMessage,
      (message, c) => contact.leaveMessage(message, visitOf(c)),
      '/contact/sent',
    ),
  );
  return app;
}
