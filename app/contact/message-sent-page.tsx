import { privateMeta } from '#app/shell/document/site-meta.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { MessageLayout } from '#app/ui/message-layout.tsx';

export function meta() {
  return privateMeta('Message sent');
}

/** Shown after a message was sent without scripts. */
export default function MessageSentPage() {
  return (
    <MessageLayout title="Message Sent!" text="We'll get back to you within 24 hours.">
      <LinkButton to="/shop">Back to the teas</LinkButton>
    </MessageLayout>
  );
}
