import { Hono } from 'hono';
import * as z from 'zod/mini';
import { NewsletterForm, newsletterEndpoints } from '#contract/newsletter.ts';
import type { Guests } from '#server/guests.ts';
import { fieldsOf, formDoor } from '#server/http/form-handler.ts';
import { type Admit, serve } from '#server/http/serve.ts';

export function newsletterRoutes({ newsletter, visitOf }: Guests, authenticate: Admit) {
  return serve(newsletterEndpoints, authenticate, {
    'POST /newsletter-subscriptions': ({ body }, c) => newsletter.ask(body, visitOf(c)),
  });
}

const Key = z.uuid();

/**
 * What the newsletter's forms do where they stand: the boxes without scripts, and the buttons of the two pages that
 * mails lead to. A link alone changes nothing, because mail scanners follow links.
 */
export function newsletterForms({ newsletter, visitOf }: Guests, publicUrl: string) {
  const app = new Hono();
  app.post(
    '/newsletter',
    formDoor(
      publicUrl,
      NewsletterForm,
      (form, c) => newsletter.ask(form, visitOf(c)),
      '/newsletter/asked',
    ),
  );

  app.post('/newsletter/confirm', async (c) => {
    const confirmed = await newsletter.confirm(c.req.query('token') ?? '');
    return c.redirect(confirmed ? '/newsletter/confirmed' : '/newsletter/expired', 303);
  });

  app.post('/newsletter/unsubscribe', async (c) => {
    const key = Key.safeParse(c.req.query('key'));
    if (key.success) await newsletter.leave(key.data);
    // A mail program that does it for its reader must not be sent elsewhere (RFC 8058, 3.1).
    const { 'List-Unsubscribe': oneClick } = await fieldsOf(c);
    if (oneClick === 'One-Click') return c.text('Unsubscribed');
    return c.redirect('/newsletter/left', 303);
  });
  return app;
}
