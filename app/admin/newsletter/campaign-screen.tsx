import { useQuery } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/api.ts';
import { WriteButton } from '#app/admin/buttons.tsx';
import { DetailScreen, Loaded } from '#app/admin/screen.tsx';
import type { Campaign } from '#contract/admin/newsletter.ts';
import { CampaignBadge, campaignChanged, campaignQuery, SendButton } from './campaign.tsx';
import { CampaignEditor } from './campaign-editor.tsx';

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

/** How many addresses a campaign has reached; sending can be stopped and continued. */
function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { id, state, sent, failed, held, recipients, delayed } = campaign;
  const refused = failed - held;
  const minutes = Math.ceil((recipients - sent - failed) / 120);

  const stop = async () =>
    campaignChanged(
      await callAdmin('POST /admin/newsletter/campaigns/{id}/stop', { params: { id } }),
    );

  return (
    <section className="panel grid gap-3">
      <p role="status">
        <span className="text-xl font-semibold text-foreground tabular-nums">
          {sent} of {recipients}
        </span>{' '}
        sent
        {refused > 0 && `, ${refused} refused`}
        {held > 0 && `, ${held} held back`}
        {state === 'sending' && !delayed && `, about ${minutes} min left`}
      </p>
      {delayed && (
        <p role="status">
          The mail server does not accept emails at the moment. Those that wait are sent when it
          does, within three hours of its return. After more than a day without it, press Stop, then
          Continue, once it is back. Nobody gets two.
        </p>
      )}
      <progress
        aria-label="Sent"
        max={recipients}
        value={sent + failed}
        className="h-2 w-full appearance-none overflow-clip rounded-full bg-surface-accent [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-surface-accent [&::-webkit-progress-value]:bg-primary"
      />
      {state === 'sending' && (
        <WriteButton
          tone="secondary"
          working="Stopping..."
          work={stop}
          failed="Not stopped"
          className="justify-self-start"
        >
          Stop
        </WriteButton>
      )}
      {state === 'stopped' && (
        <>
          {held > 0 && (
            <p>
              The mail server refused {held === 1 ? 'one email' : `${held} emails`} for another
              reason than the address, such as a used up quota. Mend that first: Continue sends{' '}
              {held === 1 ? 'it' : 'them'} again.
            </p>
          )}
          {refused * 20 > sent + failed && (
            <p>
              Too many addresses refused this email. If you continue, mail services may treat the
              shop as spam.
            </p>
          )}
          <SendButton
            campaign={campaign}
            count={recipients - sent - refused}
            button={{ className: 'justify-self-start', children: 'Continue' }}
          />
        </>
      )}
    </section>
  );
}
