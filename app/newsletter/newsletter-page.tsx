import { data } from 'react-router';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { MessageLayout } from '#app/ui/message-layout.tsx';
import type { Route } from './+types/newsletter-page';
import { STEPS, type Step } from './steps.ts';

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
      ) : (
        <LinkButton to="/shop">See the teas</LinkButton>
      )}
    </MessageLayout>
  );
}

function stepOf(name: string): Step | undefined {
  return new Map<string, Step>(Object.entries(STEPS)).get(name);
}
