import { data, useLocation } from 'react-router';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { MessageLayout } from '#app/ui/message-layout.tsx';
import type { NewsletterStep } from '#contract/newsletter.ts';
import { discountPath } from '#contract/page-paths.ts';
import type { Route } from './+types/newsletter-page';

/** By the last segment of the URL. */
export const STEPS: Record<NewsletterStep, Step> = {
  requested: {
    title: 'Check your email',
    text: 'We have sent you a link. Open it to confirm your subscription.',
  },
  confirm: {
    title: 'Our newsletter',
    text: 'Press the button to start receiving our newsletter.',
    button: 'Confirm subscription',
  },
  confirmed: {
    title: 'You are subscribed',
    text: 'Thank you. You can unsubscribe at any time with the link in every email.',
  },
  expired: {
    title: 'This link no longer works',
    text: 'If you confirmed before, you are subscribed. If not, please subscribe again: links are valid for a week.',
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter?',
    text: 'We will stop emailing you and delete your address.',
    button: 'Unsubscribe',
  },
  left: {
    title: 'You have unsubscribed',
    text: 'You will get no more newsletters, and we have deleted your address.',
  },
  earlier: {
    title: 'Nobody is subscribed with this link',
    text: 'It belongs to a subscription that has ended. If you still get our newsletter, use the link in its newest email.',
  },
  incomplete: {
    title: 'This link is incomplete',
    text: 'Nothing has changed: you still get our newsletter. Please open the whole link from the email.',
  },
};

export function loader({ params }: Route.LoaderArgs) {
  if (!stepOf(params.step)) throw data(null, { status: 404 });
}

export function meta({ params }: Route.MetaArgs) {
  const title = stepOf(params.step)?.title ?? 'Newsletter';
  // Its URLs contain tokens: the next page gets no referrer.
  return [...privateMeta(title), { name: 'referrer', content: 'no-referrer' }];
}

/** The pages that the newsletter's emails and forms link to. */
export default function NewsletterPage({ params }: Route.ComponentProps) {
  const code = useOwnCode();
  const step = stepOf(params.step);
  if (!step) return null;
  const { title, text, button } = step;
  return (
    <MessageLayout title={title} text={text} focused={!button}>
      {button ? (
        // Posts to this URL, with the token in it: the server redirects to the result, with or without scripts.
        <form method="post" action="#">
          <Button type="submit">{button}</Button>
        </form>
      ) : params.step === 'confirmed' && code ? (
        <>
          <p>Your code for your first order:</p>
          <p translate="no" className="my-2 text-2xl font-semibold text-foreground select-all">
            {code}
          </p>
          <p className="mb-8">
            It works for an account with this email address, and waits for you at checkout.
          </p>
          <LinkButton to={discountPath(code)}>Shop now</LinkButton>
        </>
      ) : (
        <LinkButton to="/shop">See the teas</LinkButton>
      )}
    </MessageLayout>
  );
}

/** The code behind the page's path, which the server does not get; null without one. */
function useOwnCode(): string | null {
  const { hash } = useLocation();
  const hydrated = useHydrated();
  return hydrated && /^#[A-Z0-9]{3,30}$/.test(hash) ? hash.slice(1) : null;
}

function stepOf(name: string): Step | undefined {
  return new Map<string, Step>(Object.entries(STEPS)).get(name);
}

/** Texts of a newsletter page; with `button`, a form that performs the step. */
type Step = { title: string; text: string; button?: string };
