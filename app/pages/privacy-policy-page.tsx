import { metaOf } from '#app/shell/document/site-meta.ts';
import { useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { RETENTION_DAYS } from '#domain/retention.ts';

export const meta = metaOf({
  title: 'Privacy Policy',
  description:
    'What Aparajita knows about you, why, for how long, and how you can see, change or delete it.',
  path: '/privacy-policy',
});

export default function PrivacyPolicyPage() {
  const { emails } = useShopDetails();
  return (
    <article className="prose page-width max-w-3xl py-12 sm:py-16">
      <h1>Privacy Policy</h1>
      <p>
        We keep what we need to send you tea and nothing more. This page says what that is, in plain
        words, in the sense of India’s Digital Personal Data Protection Act, 2023.
      </p>
      <h2>What we keep, and why</h2>
      <ul>
        <li>
          <strong>Your account:</strong> email address, name, and if you give it your phone number.
          Your password is stored only as a hash that cannot be reversed.
        </li>
        <li>
          <strong>Where you are signed in:</strong> the kind of device and its network address,
          which you see under Security, until that session ends: when you sign out, after{' '}
          {RETENTION_DAYS.idleSessions} days without a visit, or {RETENTION_DAYS.sessions} days
          after you signed in.
        </li>
        <li>
          <strong>Log of your account:</strong> each sign-in, also one that failed, each renewal of
          a session and each change under Security, with the time and the network address. It shows
          whether somebody else was in your account, and is deleted after{' '}
          {RETENTION_DAYS.accountLog} days.
        </li>
        <li>
          <strong>Your addresses and orders:</strong> to deliver what you bought, and to keep the
          records that tax law asks of a shop. When we correct an order’s address, we note the
          former one for {RETENTION_DAYS.correctedAddresses} days. A payment that was begun and
          never paid is deleted after {RETENTION_DAYS.abandonedPayments} days.
        </li>
        <li>
          <strong>Your cart:</strong> so that it is there when you come back, on any device; where
          you are signed in nowhere, for {RETENTION_DAYS.carts} days.
        </li>
        <li>
          <strong>What you write to us:</strong> your message and your address, to answer you; they
          are deleted after {RETENTION_DAYS.messages} days. Your address for the newsletter, if you
          have confirmed it, until you leave: then it is deleted at once; if not, for{' '}
          {RETENTION_DAYS.unconfirmedSubscriptions} days.
        </li>
        <li>
          <strong>Technical records:</strong> the time and the outcome of requests to our server, to
          mend what breaks. They name neither you nor your network address.
        </li>
      </ul>
      <h2>Cookies and what your browser keeps</h2>
      <p>
        When you sign in, the shop sets one cookie, named ‘device’ and some letters, for{' '}
        {RETENTION_DAYS.deviceCookie} days. It tells us only that your account was used in this
        browser before, so that nobody who guesses at your password can lock you out. In the storage
        of your browser it keeps, on this device only, what else it needs to work:
      </p>
      <ul>
        <li>that you are signed in, until you sign out;</li>
        <li>that somebody has an account here, so that the sign-in page opens at Login;</li>
        <li>
          your wish list, of which we keep nothing, until you clear it or your browser’s data;
        </li>
        <li>the PIN code for which you asked when we deliver, until you clear it;</li>
        <li>what you wanted to put into the cart when we asked you to sign in;</li>
        <li>which order or payment you have begun, so that nothing is ordered or paid twice;</li>
        <li>what you chose when we asked about cookies.</li>
      </ul>
      <p>
        ‘Accept All’ allows two things more where the shop uses them, and both stay off until then:{' '}
        <strong>counting</strong>, in which cookies of Google Analytics tell us which pages are
        visited, and <strong>measuring our ads</strong>, in which a cookie remembers which of our
        advertisements led you here. It allows nobody to show you advertisements by what you looked
        at here, and sends no name, email address or phone number. ‘Decline Non-Essential’ and the
        cross allow neither and cost you nothing. With ‘Cookie settings’ at the bottom of every page
        you can withdraw your consent, which deletes these cookies.
      </p>
      <h2>Who else sees it</h2>
      <p>
        The courier who brings your parcel sees your name, address and phone number. If you pay
        online, the payment provider handles your payment details; we never see your card. We do not
        sell your data.
      </p>
      <h2>How long</h2>
      <p>
        Your saved addresses until you delete them, your account until you ask us to; a sign-up
        whose email was never confirmed for {RETENTION_DAYS.unconfirmedAccounts} days; orders and
        payments for as long as tax law requires.
      </p>
      <p>
        When you ask us to delete your account, we delete with it your profile, saved addresses,
        cart, messages, newsletter subscription, and the network addresses in its log. Your orders
        and payments stay, with the name, address and email of the sale; nobody sees them by signing
        up again. While an order, a payment or a refund is under way we have to wait for its end.
        Backups have what was deleted until newer ones take their place.
      </p>
      <h2>Your rights</h2>
      <p>
        You may see, correct or delete what we keep about you, and withdraw a consent as easily as
        you gave it. Much of it you can do in your account; for the rest write to{' '}
        <a href={`mailto:${emails[0]}`}>{emails[0]}</a> and we answer by the next working day.
      </p>
    </article>
  );
}
