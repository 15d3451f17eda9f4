import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { signOut } from '#app/shell/session/session.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { openAccount, sessionOf } from '#test/component/account.tsx';
import { type Handlers, unreachable } from '#test/component/fake-api.ts';
import { alert, button, heading } from '#test/component/locators.ts';
import { ASHA, open } from '#test/component/open.tsx';
import { ContactForm } from './contact-form.tsx';

const MESSAGE = [
  ['Name', 'Asha Rao'],
  ['Email', 'asha@example.com'],
  ['Subject', 'A gift'],
  ['Message', 'Do you wrap?'],
] as const;

const loadName = async () => 'Asha Rao';
const field = (name: string) => page.getByRole('textbox', { name });
const send = () => button('Send Message').click();

const openAsGuest = (api: Handlers) =>
  open(<ContactForm loadName={loadName} />, { path: '/contact', api, as: null });

async function fillIn() {
  for (const [name, text] of MESSAGE) await field(name).fill(text);
}

test('what a message lacks is told at its field, and the first such field has the focus', async () => {
  const { screen, requests } = await openAsGuest({});
  await send();
  for (const [name] of MESSAGE)
    await expect.element(field(name)).toHaveAccessibleDescription(`${name} is required`);
  await expect.element(field('Name')).toHaveFocus();
  await fillIn();
  await field('Email').fill('asha@nowhere');
  await send();
  await expect.element(screen.getByText('Invalid email address')).toBeVisible();
  await expect.element(field('Email')).toHaveFocus();
  await expect.element(field('Message')).toHaveValue('Do you wrap?');
  expect(requests).not.toContain('POST /contact-messages');
});

test('a message that cannot be sent stays in the form, a sent one is confirmed and leaves it empty', async () => {
  const sent: ContactMessage[] = [];
  const api: Handlers = { 'POST /contact-messages': unreachable };
  const { screen } = await openAsGuest(api);
  await fillIn();
  await send();
  const away = 'We could not reach the shop. Please check your connection and try again.';
  await expect.element(alert).toMatchTextContent(away);
  await expect.element(field('Message')).toHaveValue('Do you wrap?');
  api['POST /contact-messages'] = ({ body }) => {
    sent.push(body);
    return undefined;
  };
  await send();
  const status = screen.getByRole('status');
  await expect.element(status).toMatchTextContent(/Message Sent!/);
  await expect.element(status).toMatchTextContent("We'll get back to you within 24 hours.");
  for (const [name] of MESSAGE) await expect.element(field(name)).toHaveValue('');
  expect(sent).toMatchObject([
    { name: 'Asha Rao', email: 'asha@example.com', subject: 'A gift', message: 'Do you wrap?' },
  ]);
});

test('what the shopper has typed is not replaced when the account’s name arrives late', async () => {
  const name = Promise.withResolvers<string>();
  await open(<ContactForm loadName={() => name.promise} />, { path: '/contact' });
  await expect.element(field('Email')).toHaveValue(ASHA.email);
  await field('Email').fill('aunt@example.com');
  await field('Name').fill('My aunt');
  await field('Subject').click();
  name.resolve('Asha Rao');
  await name.promise;
  await expect.element(field('Name')).toHaveValue('My aunt');
  await expect.element(field('Email')).toHaveValue('aunt@example.com');
});

test('an order’s link names the order in the subject, and moves to the form', async () => {
  await open(<ContactForm loadName={loadName} />, { path: '/contact#order=AP-7KQ-M2X' });
  await expect.element(field('Subject')).toHaveValue('Order #AP-7KQ-M2X');
  await expect.element(field('Name')).toHaveValue('Asha Rao');
  await expect.element(heading('Send us a message')).toHaveFocus();
});

test('who is signed in finds name and email filled in, and the next one on this device does not', async () => {
  await openAccount({
    path: '/contact',
    as: sessionOf(),
    pages: { '/contact': <ContactForm loadName={loadName} /> },
  });
  await expect.element(field('Email')).toHaveValue(ASHA.email);
  await expect.element(field('Name')).toHaveValue('Asha Rao');
  await expect.element(field('Subject')).toHaveValue('');
  await field('Name').fill('Asha, for my aunt');
  await signOut();
  await expect.element(field('Email')).toHaveValue('');
  await expect.element(field('Name')).toHaveValue('Asha, for my aunt');
});
