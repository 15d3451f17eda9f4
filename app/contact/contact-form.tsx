import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, messageOf } from '#app/shell/api/api-error.ts';
import { sendAsGuest } from '#app/shell/api/send-as-guest.ts';
import { useBusyText } from '#app/shell/session/proof-of-work.ts';
import { useSession } from '#app/shell/session/session.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Field, TextArea } from '#app/ui/field.tsx';
import { Honeypot } from '#app/ui/honeypot.tsx';
import type { PagePath } from '#app/ui/page-path.ts';
import { showError, showToast } from '#app/ui/toast.tsx';
import {
  type Message,
  type MessageErrors,
  readMessage,
  validateMessage,
} from './validate-message.ts';

/**
 * The contact form. Errors appear under their fields on the first submit and disappear when fixed; after a failed
 * request the input stays. Without scripts the form posts to the server, which validates it. `loadName` reads the name
 * of the account that is signed in.
 */
export function ContactForm({ loadName }: { loadName: () => Promise<string> }) {
  const formRef = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  usePrefill(formRef, { loadName, onOrder: showForm });
  const [errors, setErrors] = useState<MessageErrors>({});
  const { write, busy } = useWrite({ tell: showFailure });
  const busyText = useBusyText(busy, 'Sending...');

  /**
   * Scrolls to the form, which on a phone is below the ways to contact the shop. Does not use
   * ui/scroll-to-and-focus.ts: shared with the order pages that would become a file of its own, named in the manifest
   * that every visitor downloads.
   */
  function showForm() {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const message = readMessage(form);
    if (!showErrors(form, validateMessage(message))) void write(() => send(form, message));
  }

  async function send(form: HTMLFormElement, message: Message) {
    await sendAsGuest('POST /contact-messages', message);
    // Keeps what was typed while the message was being sent.
    if (JSON.stringify(readMessage(form)) === JSON.stringify(message)) form.reset();
    showToast({ title: 'Message Sent!', description: "We'll get back to you within 24 hours." });
  }

  function showFailure(error: unknown) {
    const refused = error instanceof ApiError ? (error.fields ?? {}) : {};
    if (!showErrors(formRef.current, pick(refused))) showError(messageOf(error));
  }

  /** Shows the errors and focuses the first. False when there are none. */
  function showErrors(form: HTMLFormElement | null, found: MessageErrors): boolean {
    setErrors(found);
    const [first] = Object.keys(found);
    const field = first && form?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
    return first !== undefined;
  }

  /** An error disappears as soon as it is fixed; a new one appears on the next submit. */
  function onChange(event: FormEvent<HTMLFormElement>) {
    const now = validateMessage(readMessage(event.currentTarget));
    setErrors((known) => Object.fromEntries(Object.entries(known).filter(([name]) => name in now)));
  }

  return (
    <Card className="flex flex-col">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Send us a message
      </h2>
      <form
        ref={formRef}
        method="post"
        action={'/contact' satisfies PagePath}
        noValidate
        onSubmit={onSubmit}
        onChange={onChange}
        className="relative -mx-1 mt-5 flex flex-1 flex-col gap-5 overflow-hidden p-1"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={100}
            required
            error={errors.name}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={255}
            required
            error={errors.email}
          />
        </div>
        <Field label="Subject" name="subject" maxLength={200} required error={errors.subject} />
        <TextArea
          label="Message"
          name="message"
          rows={6}
          maxLength={5000}
          required
          error={errors.message}
          className="flex-1 grid-rows-[auto_1fr]"
        />
        <Honeypot />
        <Button type="submit" busy={busyText} className="self-start">
          Send Message
        </Button>
      </form>
    </Card>
  );
}

/** The server's validation errors for fields of this form, in its order. */
function pick(fields: Record<string, string>): MessageErrors {
  const names = ['name', 'email', 'subject', 'message'] as const satisfies (keyof Message)[];
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

/**
 * Fills in the name and email of the signed-in visitor, and the order named by a hash like '#order=AP-7KQ-M2X', unless
 * something has been typed. The hash is not sent to the server: the document is the same for everybody. `loadName`
 * reads the account's name; if it fails, the field stays empty. `onOrder` is called when the hash named an order.
 */
function usePrefill(
  form: RefObject<HTMLFormElement | null>,
  { loadName, onOrder }: { loadName: () => Promise<string>; onOrder: () => void },
): void {
  const session = useSession();
  const email = session.status === 'signed-in' ? session.user.email : null;
  const { hash } = useLocation();
  const order = /^#order=(AP-\w{3}-\w{3})$/.exec(hash)?.[1];
  const showOrder = useEffectEvent(onOrder);

  useEffect(() => {
    if (email === null) return;
    const undo = [fill(form.current, 'email', email)];
    let cancelled = false;
    loadName().then(
      (name) => {
        if (!cancelled) undo.push(fill(form.current, 'name', name));
      },
      () => {},
    );
    // After signing out on this page, the next visitor on this device may be somebody else.
    return () => {
      cancelled = true;
      for (const each of undo) each();
    };
  }, [form, email, loadName]);

  useEffect(() => {
    if (!order || email === null) return;
    const undo = fill(form.current, 'subject', `Order #${order}`);
    showOrder();
    return undo;
  }, [form, email, order]);
}

/**
 * Fills a field, unless it has a value or the focus.
 *
 * @returns a function that empties the field again, unless it was edited.
 */
function fill(form: HTMLFormElement | null, name: string, value: string): () => void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return () => {};
  if (field.value !== '' || field === document.activeElement) return () => {};
  field.value = value;
  return () => {
    if (field.value === value) field.value = '';
  };
}
