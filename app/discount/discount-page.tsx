import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { useNavigate } from '#app/ui/link.js';
import { MessageLayout } from '#app/ui/message-layout.tsx';
import { showToast } from '#app/ui/toast-store.ts';
import { keptCode } from './kept-code.ts';

/** No code is longer. */
const MAX_LENGTH = 30;

export function meta() {
  return privateMeta('Your discount code');
}

/** A link with a discount code, which the browser keeps for the next order. The document is the same for every code. */
export default function DiscountPage() {
  const { code = '' } = useParams();
  const navigate = useNavigate();
  const goOn = useEffectEvent(() => {
    keptCode.keep(code.toUpperCase().slice(0, MAX_LENGTH));
    showToast({ title: 'Your code is kept', description: 'It is filled in at checkout.' });
    void navigate('/shop', { replace: true });
  });
  useEffect(() => goOn(), []);
  return (
    <MessageLayout title="Your discount code" text="Enter it in the cart or at checkout.">
      <LinkButton to="/shop">Shop now</LinkButton>
    </MessageLayout>
  );
}
