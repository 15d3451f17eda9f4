import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NotFound } from '#app/pages/not-found.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { CampaignBadge } from './campaign-badge.tsx';
import { CampaignEditor } from './campaign-editor.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import { campaignQuery, isNew, NEW_CAMPAIGN } from './newsletter-queries.ts';

/** One campaign: the editor of a draft, or the progress of a sent one. */
export default function CampaignScreen({ id: opened }: { id: string }) {
  const [id, setId] = useState(opened);
  const { data, error, isFetching, refetch } = useQuery({
    ...campaignQuery(id),
    enabled: !isNew({ id }),
  });
  const campaign = isNew({ id }) ? NEW_CAMPAIGN : data;
  if (!campaign) {
    if (hasErrorCode(error, 'not_found')) return <NotFound />;
    if (error) return <LoadError error={error} retrying={isFetching} onRetry={refetch} />;
    return <Spinner label="Loading..." />;
  }
  /** Shows a new one as stored. Not by the router, which would open the editor anew, without its focus and messages. */
  function showStored(created: Campaign) {
    setId(created.id);
    window.history.replaceState(window.history.state, '', `/admin/newsletter/${created.id}`);
  }
  return (
    <article className="grid max-w-3xl gap-5">
      <title>{`${campaign.subject || 'A newsletter'} | Admin`}</title>
      <header className="grid gap-1">
        <Link
          to="/admin/newsletter"
          className="-ml-2 inline-flex min-h-11 w-fit items-center gap-1 rounded-full px-2 text-sm font-medium text-primary hover:bg-surface-accent"
        >
          <Icon name="arrowLeft" />
          Newsletter
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-2xl wrap-anywhere">{campaign.subject || 'New newsletter'}</h1>
          {!isNew(campaign) && <CampaignBadge state={campaign.state} />}
        </div>
      </header>
      {campaign.state === 'draft' ? (
        <CampaignEditor campaign={campaign} onCreated={showStored} />
      ) : (
        <>
          <CampaignProgress campaign={campaign} />
          <CampaignText campaign={campaign} />
        </>
      )}
    </article>
  );
}

/** The text of a sent campaign. */
function CampaignText({ campaign }: { campaign: Campaign }) {
  const { heading, text, button_label, button_url, picture, picture_text } = campaign;
  return (
    <section className="panel grid gap-4">
      <h2 className="text-xl wrap-anywhere">{heading}</h2>
      {picture && (
        <img
          src={picture}
          alt={picture_text}
          width={1200}
          height={630}
          className="h-auto w-full rounded-md"
        />
      )}
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      {button_label && (
        <p>
          <a href={button_url} className="panel-link">
            {button_label}
          </a>
        </p>
      )}
    </section>
  );
}
