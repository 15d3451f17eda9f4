import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Field, TextArea } from '#app/ui/field.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { checkMessage, type MessageFaults, readMessage } from './check-message.ts';

/** Writes to the shop. What is wrong is said under its field once sending was tried, and taken back when mended. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<MessageFaults>({});

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = checkMessage(readMessage(event.currentTarget));
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) {
      focusField(event.currentTarget, first);
      return;
    }
    event.currentTarget.reset();
    showToast({ title: 'Message Sent!', description: "We'll get back to you within 24 hours." });
  }

  /** A fault goes as soon as it is mended; a new one waits for the next try. */
  function onChange(event: FormEvent<HTMLFormElement>) {
    const now = checkMessage(readMessage(event.currentTarget));
    setFaults((known) => Object.fromEntries(Object.entries(known).filter(([name]) => name in now)));
  }

  return (
    <Card>
      <h2 className="text-2xl">Send us a message</h2>
      <form
        ref={form}
        noValidate
        onSubmit={onSubmit}
        onChange={onChange}
        className="mt-6 grid gap-5"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={100}
            required
            error={faults.name}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={255}
            required
            error={faults.email}
          />
        </div>
        <Field label="Subject" name="subject" maxLength={200} required error={faults.subject} />
        <TextArea
          label="Message"
          name="message"
          rows={6}
          maxLength={5000}
          required
          error={faults.message}
        />
        <Button type="submit" className="justify-self-start">
          Send Message
        </Button>
      </form>
    </Card>
  );
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
