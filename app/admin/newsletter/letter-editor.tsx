import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { showDone } from '#app/admin/undo/undo-store.ts';
import { ApiError, hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { useNavigate } from '#app/ui/link.js';
import type { Letter } from '#contract/admin/newsletter.ts';
import { LetterFields } from './letter-fields.tsx';
import {
  letterChanged,
  letterGone,
  letterOutdated,
  newsletterQuery,
} from './newsletter-queries.ts';
import { SendDialog } from './send-dialog.tsx';
import { useLetterDraft } from './use-letter-draft.ts';

/** Writes a draft: saved on the server by a button and before a test, and in this tab with every key. */
export function LetterEditor({ letter }: { letter: Letter }) {
  const { form, version, changed, outdated, setForm, keep, forget } = useLetterDraft(letter);
  const [busy, setBusy] = useState<'save' | 'test' | 'delete' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  const confirmed = useQuery(newsletterQuery).data?.confirmed ?? 0;
  const navigate = useNavigate();
  const params = { id: letter.id };

  async function save(): Promise<Letter> {
    if (!changed) return letter;
    const saved = await callAdmin('PATCH /admin/newsletter/letters/{id}', {
      params,
      body: { ...form, version },
    });
    letterChanged(saved);
    forget();
    return saved;
  }

  async function run(which: 'save' | 'test' | 'delete', work: () => Promise<void>) {
    setBusy(which);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
      if (hasErrorCode(error, 'letter_changed')) letterOutdated(letter.id);
    } finally {
      setBusy(null);
    }
  }

  const test = async () => {
    const { version } = await save();
    letterChanged(
      await callAdmin('POST /admin/newsletter/letters/{id}/test', { params, body: { version } }),
    );
    showDone({ text: 'The test is on its way to you' });
  };

  const remove = async () => {
    await callAdmin('DELETE /admin/newsletter/letters/{id}', { params });
    forget();
    navigate('/admin/newsletter');
    letterGone();
    const idempotencyKey = randomId();
    showDone({ text: 'Draft deleted', undo: () => writeAgain(idempotencyKey) });
  };

  const writeAgain = async (idempotencyKey: string) => {
    const again = await callAdmin('POST /admin/newsletter/letters', { body: form, idempotencyKey });
    letterChanged(again);
    navigate(`/admin/newsletter/${again.id}`);
  };

  const ready = letter.tested && !changed;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run('save', async () => {
          await save();
          showDone({ text: 'Draft saved' });
        });
      }}
      className="panel grid gap-4"
    >
      {/* What is typed while it is saved would be forgotten with the draft. */}
      <fieldset disabled={busy !== null} className="grid min-w-0 gap-4">
        <LetterFields
          form={form}
          errors={failure instanceof ApiError ? (failure.fields ?? {}) : {}}
          onChange={(typed) => {
            setFailure(null);
            setForm(typed);
          }}
        />
      </fieldset>
      {outdated && (
        <div className="grid justify-items-start gap-3">
          <InlineAlert>
            The letter was changed and saved elsewhere after you began to write here.
          </InlineAlert>
          <div className="flex flex-wrap gap-3">
            <Button tone="secondary" onClick={forget}>
              Show the saved text
            </Button>
            <Button tone="secondary" onClick={keep}>
              Keep what I wrote
            </Button>
          </div>
        </div>
      )}
      {failure !== null && <InlineAlert>{messageOf(failure)}</InlineAlert>}
      <p className="text-sm text-muted">
        {ready
          ? 'You have sent yourself a test of this text.'
          : 'Before it goes to all, send yourself a test of exactly this text.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={!ready || confirmed === 0} onClick={() => setAsking(true)}>
          {confirmed === 0 ? 'Nobody has subscribed yet' : `Send to ${confirmed}...`}
        </Button>
        <Button
          tone="secondary"
          disabled={outdated}
          busy={busy === 'test' && 'Sending...'}
          onClick={() => void run('test', test)}
        >
          Send me a test
        </Button>
        <Button
          type="submit"
          tone="secondary"
          disabled={!changed || outdated}
          busy={busy === 'save' && 'Saving...'}
        >
          Save the draft
        </Button>
        <Button
          tone="quiet"
          busy={busy === 'delete' && 'Deleting...'}
          onClick={() => void run('delete', remove)}
        >
          Delete the draft
        </Button>
      </div>
      <SendDialog
        letter={letter}
        count={confirmed}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </form>
  );
}
