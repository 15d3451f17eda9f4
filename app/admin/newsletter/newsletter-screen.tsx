import { useQuery } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { CsvButton } from '#app/admin/csv-button.tsx';
import { List } from '#app/admin/list.tsx';
import { Loaded } from '#app/admin/loaded.tsx';
import { Screen } from '#app/admin/screen.tsx';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { dayInIndia, formatDateTime } from '#domain/day.ts';
import { CampaignBadge } from './campaign-badge.tsx';
import { newsletterQuery } from './newsletter-queries.ts';

/** The number of subscribers, and the campaigns: drafts and sent ones. */
export default function NewsletterScreen() {
  const newsletter = useQuery(newsletterQuery);
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
              <LinkButton to="/admin/newsletter/new">Write a newsletter</LinkButton>
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
