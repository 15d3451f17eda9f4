import { useQuery } from '@tanstack/react-query';
import { DetailScreen, Loaded } from '#app/admin/screen.tsx';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { CampaignBadge, campaignQuery } from './campaign.tsx';
import { CampaignEditor } from './campaign-editor.tsx';
import { CampaignProgress } from './campaign-progress.tsx';

/** One campaign: the editor of a draft, or the progress of a sent one. */
export default function CampaignScreen({ id }: { id: string }) {
  const campaign = useQuery(campaignQuery(id));
  return (
    <Loaded query={campaign}>
      {(campaign) => (
        <DetailScreen
          title={campaign.subject || 'A newsletter'}
          heading={campaign.subject || 'New newsletter'}
          list={{ to: '/admin/newsletter', name: 'Newsletter' }}
          aside={<CampaignBadge state={campaign.state} />}
          className="max-w-3xl"
        >
          {campaign.state === 'draft' ? (
            <CampaignEditor campaign={campaign} />
          ) : (
            <>
              <CampaignProgress campaign={campaign} />
              <CampaignText campaign={campaign} />
            </>
          )}
        </DetailScreen>
      )}
    </Loaded>
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
