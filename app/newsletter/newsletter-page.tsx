import { data } from 'react-router';
import { privateMeta } from '#app/shell/site-meta.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import type { Route } from './+types/newsletter-page';
import { STEPS, type Step } from './steps.ts';

export function loader({ params }: Route.LoaderArgs) {
  if (!Object.hasOwn(STEPS, params.step)) throw data(null, { status: 404 });
}

export function meta({ params }: Route.MetaArgs) {
  return privateMeta(stepOf(params.step)?.title ?? 'Newsletter');
}

/** Where the newsletter's mails and forms lead. */
export default function NewsletterPage({ params }: Route.ComponentProps) {
  const step = stepOf(params.step);
  if (!step) return null;
  const { title, text, button } = step;
  return (
    <div className="page-width max-w-2xl py-20 text-center sm:py-28">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-4 mb-8 text-lg text-muted">{text}</p>
      {button ? (
        // To this very address, with the token in it: the server answers with where to go, scripts or none.
        <form method="post">
          <Button type="submit">{button}</Button>
        </form>
      ) : (
        <LinkButton to="/shop">See the teas</LinkButton>
      )}
    </div>
  );
}

function stepOf(name: string): Step | undefined {
  return Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
}
