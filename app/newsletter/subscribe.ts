import { ApiError, messageOf } from '#app/shell/api/api-error.ts';
import { sendAsGuest } from '#app/shell/api/send-as-guest.ts';
import { showError, showToast } from '#app/ui/toast-store.ts';
import { emailText } from '#domain/text.ts';

/** Sends a newsletter form. The input stays until the server accepts it. */
export async function subscribe(form: HTMLFormElement): Promise<void> {
  if (form.ariaBusy === 'true') return; // a second click while pending
  form.ariaBusy = 'true';
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '');
  const email = emailText(text('email'));
  try {
    await sendAsGuest(
      'POST /newsletter-subscriptions',
      { email, website: text('website') },
      showCheck,
    );
    if (String(new FormData(form).get('email')) === text('email')) form.reset(); // else another was typed meanwhile
    showToast({
      title: 'Check your email',
      description: 'We have sent you a link. Open it to confirm your subscription.',
    });
  } catch (error) {
    showError(messageFor(error));
  } finally {
    form.ariaBusy = null;
  }
}

function showCheck(title: string) {
  showToast({
    title,
    description: 'There are many requests from your network. Please wait a moment.',
  });
}

/** The field's own error says more than 'check the highlighted fields': there is one field. */
function messageFor(error: unknown): string {
  if (error instanceof ApiError && error.fields?.email) return error.fields.email;
  return messageOf(error);
}
