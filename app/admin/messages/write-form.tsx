import { useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import type { Message, MessageEntry } from '#contract/admin/messages.ts';
import { messageChanged } from './message-queries.ts';

const FORMS = {
  answer: {
    label: 'Your answer',
    button: 'Send the answer',
    rows: 8,
    tone: 'primary',
  },
  note: {
    label: 'Note for the staff',
    button: 'Add the note',
    rows: 3,
    tone: 'secondary',
  },
} as const;

/** `seen`: the newest entry when the user began to type. */
const Typed = z.object({ text: z.string(), seen: z.optional(z.nullable(z.string())) });

const lastEntry = ({ entries }: Message) => entries.at(-1)?.id ?? null;

/** Writes an answer, which is emailed, or a note, which is not. The draft is kept until it is sent. */
export function WriteForm({ message, kind }: { message: Message; kind: MessageEntry['kind'] }) {
  const { label, button, rows, tone } = FORMS[kind];
  const last = lastEntry(message);
  const { form, restored, key, change, keep, forget } = useFormDraft(
    `message-${kind}:${message.id}`,
    Typed,
    { text: '', seen: last },
  );
  const { text, seen = last } = form;
  const [failure, setFailure] = useState('');
  const [sending, setSending] = useState(false);

  const params = { id: message.id };

  /** Reloads the message: then the newer entries are above the form, and count as seen. */
  async function readAgain() {
    const now = await callAdmin('GET /admin/messages/{id}', { params });
    messageChanged(now);
    change({ seen: lastEntry(now) }, key);
  }

  async function send() {
    if (text.trim() === '') return setFailure('Write something first');
    setFailure('');
    setSending(true);
    try {
      const idempotencyKey = keep();
      messageChanged(
        kind === 'answer'
          ? await callAdmin('POST /admin/messages/{id}/answers', {
              params,
              body: { text, last_entry: seen },
              idempotencyKey,
            })
          : await callAdmin('POST /admin/messages/{id}/notes', {
              params,
              body: { text },
              idempotencyKey,
            }),
      );
      forget();
      showSnackbar({
        text: kind === 'answer' ? `The answer will be emailed to ${message.email}` : 'Note added',
      });
    } catch (error) {
      setFailure(messageOf(error));
      if (hasErrorCode(error, 'changed_meanwhile')) await readAgain().catch(() => {});
    } finally {
      setSending(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
        focusInvalid(event.currentTarget);
      }}
      className="panel grid gap-3"
    >
      <DraftNote restored={text === '' ? null : restored} onClear={forget} />
      <TextArea
        label={label}
        rows={rows}
        maxLength={5000}
        readOnly={sending}
        value={text}
        onChange={(event) => change({ text: event.target.value })}
        error={failure}
        {...(kind === 'answer' && {
          hint: `Goes to ${message.email}, with the number ${message.ticket} and the message below it.`,
        })}
      />
      <Button
        type="submit"
        tone={tone}
        busy={sending && 'Sending...'}
        className="justify-self-start"
      >
        {button}
      </Button>
    </form>
  );
}
