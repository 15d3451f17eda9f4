import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { CsvButton } from '#app/admin/csv-button.tsx';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { randomId } from '#app/shell/api/random-id.ts';
import { Button } from '#app/ui/button.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { dayInIndia, formatDateTime } from '#domain/day.ts';
import { CampaignBadge } from './campaign-badge.tsx';
import { campaignChanged, EMPTY_CAMPAIGN, newsletterQuery } from './newsletter-queries.ts';

/** The number of subscribers, and the campaigns: drafts and sent ones. */
export default function NewsletterScreen() {
  const newsletter = useQuery(newsletterQuery);
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** The idempotency key of a request to create a campaign that has no response yet; '' for none. */
  const [pendingKey, setPendingKey] = useDraft('campaign-begun');

  async function createCampaign() {
    setBusy(true);
    try {
      const idempotencyKey = pendingKey || randomId();
      setPendingKey(idempotencyKey);
      const campaign = await callAdmin('POST /admin/newsletter/campaigns', {
        body: EMPTY_CAMPAIGN,
        idempotencyKey,
      });
      setPendingKey('');
      campaignChanged(campaign);
      navigate(`/admin/newsletter/${campaign.id}`);
    } catch (error) {
      showFailure(error, 'Not begun');
      setBusy(false);
    }
  }

  if (newsletter.isPending) return <Spinner label="Loading..." />;
  if (newsletter.isError)
    return (
      <LoadError
        error={newsletter.error}
        retrying={newsletter.isFetching}
        onRetry={newsletter.refetch}
      />
    );
  const { confirmed, campaigns } = newsletter.data;
  return (
    <section aria-labelledby="newsletter" className="grid gap-5">
      <title>Newsletter | Admin</title>
      <h1 id="newsletter" className="text-2xl">
        Newsletter
      </h1>
      <div className="panel flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="flex-1">
          <span className="text-xl font-semibold text-foreground tabular-nums">{confirmed}</span>{' '}
          <span className="whitespace-nowrap">
            confirmed {confirmed === 1 ? 'address' : 'addresses'}
          </span>
        </p>
        <Button busy={busy && 'Opening...'} onClick={() => void createCampaign()}>
          Write a newsletter
        </Button>
        <CsvButton
          load={async () => ({
            filename: `newsletter-${dayInIndia(Date.now())}.csv`,
            ...(await callAdmin('POST /admin/newsletter/export')),
          })}
        />
      </div>
      {campaigns.length === 0 && <p className="text-muted">No newsletter has been written yet.</p>}
      {campaigns.length > 0 && (
        <ul className="overflow-clip rounded-lg border border-border bg-surface shadow-soft">
          {campaigns.map((campaign) => (
            <Row key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ campaign }: { campaign: Campaign }) {
  const { id, subject, state, sent, recipients, changed_at, sent_at } = campaign;
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border px-4 py-3 last:border-0 focus-within:bg-surface-muted hover:bg-surface-muted">
      <p className="min-w-40 flex-1">
        <Link
          to={`/admin/newsletter/${id}`}
          className="rounded-sm font-semibold wrap-anywhere text-foreground after:absolute after:inset-0"
        >
          {subject || 'Without a subject'}
        </Link>
        <span className="block text-sm text-muted">{formatDateTime(sent_at ?? changed_at)}</span>
      </p>
      {state !== 'draft' && (
        <p className="text-sm text-muted tabular-nums">
          {sent} of {recipients}
        </p>
      )}
      <CampaignBadge state={state} />
    </li>
  );
}
