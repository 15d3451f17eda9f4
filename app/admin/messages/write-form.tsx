import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { TextArea } from '#app/ui/field.tsx';
import type { Message, MessageEntry } from '#contract/admin/messages.ts';
import { messageChanged } from './message.tsx';

const FORMS = {
  answer: { label: 'Your answer', button: 'Send the answer', rows: 8, tone: 'primary' },
  note: { label: 'Note for the staff', button: 'Add the note', rows: 3, tone: 'secondary' },
} as const;

/** `seen`: the newest entry when the user began to type. */
const Typed = z.object({ text: z.string(), seen: z.optional(z.nullable(z.string())) });

const lastEntry = ({ entries }: Message) => entries.at(-1)?.id ?? null;

/** Writes an answer, which is emailed, or a note, which is not. The draft is kept until it is sent. */
export function WriteForm({ message, kind }: { message: Message; kind: MessageEntry['kind'] }) {
  const { label, button, rows, tone } = FORMS[kind];
  const { id, email, ticket } = message;
  const last = lastEntry(message);
  const empty = { text: '', seen: last };
  const draft = useFormDraft(`message-${kind}:${id}`, Typed, empty);
  const { text, seen = last } = draft.form;
  const { write, busy, failure, refuse } = useWrite({
    onFailure: (error) => hasErrorCode(error, 'changed_meanwhile') && readAgain().catch(() => {}),
  });
  const params = { id };

  /** Reloads the message: then the newer entries are above the form, and count as seen. */
  async function readAgain() {
    const now = await callAdmin('GET /admin/messages/{id}', { params });
    messageChanged(now);
    draft.change({ seen: lastEntry(now) }, draft.key);
  }

  function send() {
    if (text.trim() === '') return refuse('Write something first');
    return write(async () => {
      const request = { params, idempotencyKey: draft.keep() };
      messageChanged(
        kind === 'answer'
          ? await callAdmin('POST /admin/messages/{id}/answers', {
              ...request,
              body: { text, last_entry: seen },
            })
          : await callAdmin('POST /admin/messages/{id}/notes', { ...request, body: { text } }),
      );
      draft.forget();
      showSnackbar({
        text: kind === 'answer' ? `The answer will be emailed to ${email}` : 'Note added',
      });
    });
  }

  return (
    <AdminForm
      onSubmit={send}
      busy={busy}
      draft={{ restored: text === '' ? null : draft.restored, forget: draft.forget }}
      submit={button}
      submitting="Sending..."
      tone={tone}
    >
      <TextArea
        {...draft.field('text')}
        label={label}
        rows={rows}
        maxLength={5000}
        error={failure}
        {...(kind === 'answer' && {
          hint: `Goes to ${email}, with the number ${ticket} and the message below it.`,
        })}
      />
    </AdminForm>
  );
}
