import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConflictNotice, DraftNote, FormFields, PlainForm } from '#app/admin/admin-form.tsx';
import { callAdmin, read, readAnew, reload } from '#app/admin/api.ts';
import { ConfirmButton } from '#app/admin/buttons.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { useNavigate } from '#app/ui/link.js';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { campaignChanged, campaignQuery, SendButton } from './campaign.tsx';
import { CampaignFields, FIELD_NAMES, useCampaignDraft } from './campaign-fields.tsx';

/** Edits a draft. It is saved on the server by a button and before a test, and in this tab at every change. */
export function CampaignEditor({ campaign }: { campaign: Campaign }) {
  const draft = useCampaignDraft(campaign);
  const { changed, restored, changes, forget } = draft;
  const [which, setWhich] = useState<'save' | 'test'>('save');
  const formId = useId();
  const { write, busy, failure, fields, refuse } = useWrite({
    onFailure: (error) => hasErrorCode(error, 'changed_meanwhile') && reload('newsletter'),
  });
  const confirmed = useQuery(read('GET /admin/newsletter')).data?.confirmed ?? 0;
  const navigate = useNavigate();
  const params = { id: campaign.id };

  /** Null if somebody else has saved it since. */
  async function save(): Promise<Campaign | null> {
    if (!changed) return campaign;
    return draft.save(
      async (typed, version) => {
        const body = { ...typed, version };
        const saved = await callAdmin('PATCH /admin/newsletter/campaigns/{id}', { params, body });
        campaignChanged(saved);
        return saved;
      },
      () => readAnew(campaignQuery(campaign.id)),
    );
  }

  function run(what: typeof which, work: () => Promise<unknown>) {
    setWhich(what);
    void write(work);
  }

  const test = async () => {
    const saved = await save();
    if (!saved) return;
    campaignChanged(
      await callAdmin('POST /admin/newsletter/campaigns/{id}/test', {
        params,
        body: { version: saved.version },
      }),
    );
    showSnackbar({ text: 'The test is on its way to you' });
  };

  async function remove() {
    await callAdmin('DELETE /admin/newsletter/campaigns/{id}', { params });
    forget();
    await navigate('/admin/newsletter');
    reload('newsletter');
    showSnackbar({ text: 'Draft deleted' });
  }

  const ready = campaign.tested && !changed;
  return (
    <div className="panel grid gap-4">
      <PlainForm
        id={formId}
        onSubmit={() =>
          run('save', async () => {
            if (await save()) showSnackbar({ text: 'Draft saved' });
          })
        }
        onChange={() => refuse('')}
        className="grid min-w-0 gap-4"
      >
        <DraftNote restored={restored} onClear={forget} />
        <FormFields saving={busy}>
          <CampaignFields {...draft} errors={fields} />
        </FormFields>
      </PlainForm>
      <ConflictNotice changes={changes} names={FIELD_NAMES} />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <p className="text-sm text-muted">
        {ready
          ? 'You have sent yourself a test of this text.'
          : 'Before it goes to all, send yourself a test of exactly this text.'}
      </p>
      {/* Outside the form: the dialog has a form for the second factor, and forms cannot be nested. */}
      <div className="flex flex-wrap gap-3">
        <SendButton
          campaign={campaign}
          count={confirmed}
          button={{
            disabled: !ready || confirmed === 0,
            children: confirmed === 0 ? 'Nobody has subscribed yet' : `Send to ${confirmed}...`,
          }}
        />
        <Button
          tone="secondary"
          busy={busy && which === 'test' && 'Sending...'}
          onClick={() => run('test', test)}
        >
          Send me a test
        </Button>
        <Button
          type="submit"
          form={formId}
          tone="secondary"
          disabled={!changed}
          busy={busy && which === 'save' && 'Saving...'}
        >
          Save the draft
        </Button>
        <ConfirmButton
          title="Delete this draft?"
          keep="Keep it"
          verb="Delete the draft"
          busy="Deleting..."
          work={remove}
          failed="Not deleted"
          button={{ tone: 'quiet', children: 'Delete the draft' }}
        >
          <p>Its text is gone then, here and for the rest of the staff.</p>
        </ConfirmButton>
      </div>
    </div>
  );
}
