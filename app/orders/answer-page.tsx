import { useQuery } from '@tanstack/react-query';
import { data, useParams, useSearchParams } from 'react-router';
import { emailedLinkMeta } from '#app/shell/accounts/emailed-link.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { MessageLayout } from '#app/ui/message-layout.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { type AskedOrder, isOrderAnswer, type OrderAnswer } from '#contract/order-answers.ts';
import { STATUSES_BEFORE_HAND_OVER } from '#domain/order.ts';
import type { Route } from './+types/answer-page.ts';
import { statusText } from './order-texts.ts';
import { answerOrder, askedOrderQuery } from './use-orders.ts';

export function loader({ params }: Route.LoaderArgs) {
  if (!isOrderAnswer(params.answer)) throw data(null, { status: 404 });
}

export function meta() {
  return emailedLinkMeta('Your order');
}

/**
 * The page of the links in the email that asks whether a cash order is wanted. The document is the same for every token:
 * the browser loads the order, and a button sends the answer.
 */
export default function AnswerPage() {
  const hydrated = useHydrated();
  const { answer } = useParams();
  if (!isOrderAnswer(answer)) return null;
  return (
    <div data-guarded className="min-h-svh">
      {hydrated ? <Asked answer={answer} /> : <Spinner label="Loading..." />}
    </div>
  );
}

function Asked({ answer }: { answer: OrderAnswer }) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const order = useQuery(askedOrderQuery(token), queryClient);
  if (hasErrorCode(order.error, 'order_not_found')) return <EndedLink />;
  return (
    <Loaded query={order} skeleton={<Spinner label="Loading..." />}>
      {(loaded) =>
        isOpen(answer, loaded) ? (
          <Question order={loaded} answer={answer} token={token} />
        ) : (
          <Outcome order={loaded} />
        )
      }
    </Loaded>
  );
}

/** Whether this answer would change anything. */
function isOpen(answer: OrderAnswer, { status }: AskedOrder): boolean {
  return answer === 'confirm' ? status === 'pending' : STATUSES_BEFORE_HAND_OVER.includes(status);
}

type QuestionProps = { order: AskedOrder; answer: OrderAnswer; token: string };

function Question({ order, answer, token }: QuestionProps) {
  const { write, busy, failure } = useWrite({ explain: messageOf });
  const { text, button, tone } = QUESTIONS[answer];
  return (
    <MessageLayout title={`Order #${order.order_number}`} text={text}>
      {failure && (
        <div className="mb-4">
          <InlineAlert>{failure}</InlineAlert>
        </div>
      )}
      <Button
        tone={tone}
        busy={busy && 'Sending...'}
        onClick={() => void write(() => answerOrder(token, answer))}
      >
        {button}
      </Button>
    </MessageLayout>
  );
}

const QUESTIONS = {
  confirm: {
    text: 'Shall we send it? You pay in cash when it arrives.',
    button: 'Yes, send it',
    tone: 'primary',
  },
  cancel: {
    text: 'Shall we cancel it? Nothing will be sent, and there is nothing to pay. This cannot be undone.',
    button: 'Cancel my order',
    tone: 'danger',
  },
} as const;

/** What became of the order, by this answer or before it. */
function Outcome({ order: { order_number, status } }: { order: AskedOrder }) {
  return (
    <MessageLayout
      focused
      title={`Order #${order_number}`}
      text={statusText({ status, events: [], refunded: false })}
    >
      <LinkButton to="/account/orders">Open my orders</LinkButton>
    </MessageLayout>
  );
}

function EndedLink() {
  return (
    <MessageLayout
      title="This link has ended"
      text="It works for a week. Your account shows all your orders, and cancels those that have not left."
    >
      <LinkButton to="/account/orders">Open my orders</LinkButton>
    </MessageLayout>
  );
}
