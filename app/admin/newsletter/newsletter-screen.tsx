import { useQuery } from '@tanstack/react-query';
import { callAdmin, read } from '#app/admin/api.ts';
import { CsvButton, WriteButton } from '#app/admin/buttons.tsx';
import { List } from '#app/admin/list.tsx';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { Link, useNavigate } from '#app/ui/link.js';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { dayInIndia, formatDateTime } from '#domain/day.ts';
import { CampaignBadge, campaignChanged } from './campaign.tsx';

/** The number of subscribers, and the campaigns: drafts and sent ones. */
export default function NewsletterScreen() {
  const navigate = useNavigate();
  async function begin() {
    const campaign = await callAdmin('POST /admin/newsletter/campaigns');
    campaignChanged(campaign);
    await navigate(`/admin/newsletter/${campaign.id}`);
  }
  const newsletter = useQuery(read('GET /admin/newsletter'));
  return (
    <Screen heading="Newsletter">
      <Loaded query={newsletter}>
        {({ confirmed, campaigns }) => (
          <>
            <div className="panel flex flex-wrap items-center gap-x-6 gap-y-3">
              <p className="flex-1">
                <span className="text-xl font-semibold text-foreground tabular-nums">
                  {confirmed}
                </span>{' '}
                <span className="whitespace-nowrap">
                  confirmed {confirmed === 1 ? 'address' : 'addresses'}
                </span>
              </p>
              <WriteButton working="Beginning..." work={begin} failed="Not begun">
                Write a newsletter
              </WriteButton>
              <CsvButton
                load={async () => ({
                  filename: `newsletter-${dayInIndia(serverNow())}.csv`,
                  ...(await callAdmin('POST /admin/newsletter/export')),
                })}
              />
            </div>
            {campaigns.length === 0 && (
              <p className="text-muted">No newsletter has been written yet.</p>
            )}
            <List>
              {campaigns.map((campaign) => (
                <Row key={campaign.id} campaign={campaign} />
              ))}
            </List>
          </>
        )}
      </Loaded>
    </Screen>
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
