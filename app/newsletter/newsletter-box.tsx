import type { FormEvent } from 'react';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import type { ButtonTone } from '#app/ui/button.tsx';
import { Button } from '#app/ui/button.tsx';
import { Honeypot } from '#app/ui/honeypot.tsx';
import { showError } from '#app/ui/toast-store.ts';

/**
 * Submits the form by a script that is downloaded on demand. If the download fails the browser submits the form itself,
 * unless it is offline, where the input would be lost.
 */
function send(event: FormEvent<HTMLFormElement>) {
  event.preventDefault();
  const form = event.currentTarget;
  import('./subscribe.ts').then(
    ({ subscribe }) => subscribe(form),
    () => {
      if (navigator.onLine) form.submit();
      else showError(UNREACHABLE);
    },
  );
}

/** The newsletter's field and button. `label` distinguishes it from others on the page. */
export function NewsletterBox({ label, tone }: { label: string; tone?: ButtonTone }) {
  return (
    <form
      method="post"
      action="/newsletter"
      aria-label={label}
      onSubmit={send}
      className="relative flex w-full max-w-md flex-wrap gap-2 overflow-hidden p-1"
    >
      <input
        type="email"
        name="email"
        required
        maxLength={255}
        autoComplete="email"
        aria-label="Address for the newsletter"
        placeholder="Your email address"
        className="field-input w-auto min-w-0 flex-[99_1_10.5rem] rounded-full pr-2 pl-5"
      />
      <Honeypot />
      <Button type="submit" tone={tone} className="grow">
        Subscribe
      </Button>
    </form>
  );
}
