import { privateMeta } from '#app/shell/site-meta.ts';
import { LinkButton } from '#app/ui/button.tsx';

export function meta() {
  return privateMeta('Message sent');
}

/** Where a message leads that was sent without scripts. */
export default function MessageSentPage() {
  return (
    <div className="page-width max-w-2xl py-20 text-center sm:py-28">
      <h1 className="text-4xl">Message Sent!</h1>
      <p className="mt-4 mb-8 text-lg text-muted">We'll get back to you within 24 hours.</p>
      <LinkButton to="/shop">Back to the teas</LinkButton>
    </div>
  );
}
