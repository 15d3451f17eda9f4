import { data } from 'react-router';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { LetterPage } from '#app/ui/letter-page.tsx';
import type { Route } from './+types/newsletter-page';
import { STEPS, type Step } from './steps.ts';

export function loader({ params }: Route.LoaderArgs) {
  if (!Object.hasOwn(STEPS, params.step)) throw data(null, { status: 404 });
}

export function meta({ params }: Route.MetaArgs) {
  const title = stepOf(params.step)?.title ?? 'Newsletter';
  // Its links carry tokens: the next page is not told where it was come from.
  return [...privateMeta(title), { name: 'referrer', content: 'no-referrer' }];
}

/** Where the newsletter's mails and forms lead. */
export default function NewsletterPage({ params }: Route.ComponentProps) {
  const step = stepOf(params.step);
  if (!step) return null;
  const { title, text, button } = step;
  return (
    <LetterPage title={title} text={text}>
      {button ? (
        // To this very address, with the token in it: the server answers with where to go, scripts or none.
        <form method="post">
          <Button type="submit">{button}</Button>
        </form>
      ) : (
        <LinkButton to="/shop">See the teas</LinkButton>
      )}
    </LetterPage>
  );
}

function stepOf(name: string): Step | undefined {
  return Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
}
