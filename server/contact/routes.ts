import { Hono } from 'hono';
import { ContactMessage, contactEndpoints } from '#contract/contact.ts';
import type { Visitors } from '#server/guests.ts';
import { formDoor } from '#server/http/form-handler.ts';
import { type Admit, serve } from '#server/http/serve.ts';

export function contactRoutes({ contact, visitOf }: Visitors, admit: Admit) {
  return serve(contactEndpoints, admit, {
    'POST /contact-messages': ({ body }, c) => contact.leaveMessage(body, visitOf(c)),
  });
}

/** The contact page's own form, where no script sends it. */
export function contactForm({ contact, visitOf }: Visitors, publicUrl: string) {
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
