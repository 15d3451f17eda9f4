import type { ReactNode } from 'react';
import { metaOf } from '#app/shell/document/site-meta.ts';
import { SocialLinks } from '#app/shell/shop/social-links.tsx';
import { MissingDetail, useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { SHOP } from '#app/shell/shop-details.ts';
import { Icon } from '#app/ui/icon.tsx';
import { telUrl } from '#app/ui/tel-url.ts';
import { ContactForm } from './contact-form.tsx';

export const meta = metaOf({
  title: 'Contact',
  description:
    'Questions about our tea, an order or a gift? Write to us or call, Mon-Sat 9AM-6PM IST. We answer by the next working day.',
  path: '/contact',
});

const LINK = 'inline-flex min-h-11 items-center text-primary underline underline-offset-4';

export default function ContactPage() {
  return (
    <div className="page-width py-12 sm:py-16">
      <header className="max-w-2xl">
        <p className="eyebrow">Contact</p>
        <h1 className="mt-3 text-4xl">Get in touch</h1>
        <p className="mt-4 text-lg text-muted">
          A question about the tea, an order or a gift? We answer by the next working day.
        </p>
      </header>
      <div className="mt-10 grid gap-10 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <ContactCards />
        <ContactForm loadName={loadName} />
      </div>
    </div>
  );
}

/** Called only for a signed-in visitor; other visitors do not download the account's code. */
async function loadName(): Promise<string> {
  const { loadProfile } = await import('#app/account/profile/use-profile.ts');
  return (await loadProfile()).full_name;
}

/** Every way to contact the shop. */
function ContactCards() {
  const { emails, phone, address } = useShopDetails();
  return (
    <div>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <ContactCard icon={<Icon name="email" />} title="Email">
          {emails.map((email) => (
            <a key={email} href={`mailto:${email}`} className={`${LINK} wrap-anywhere`}>
              <span>
                {email.slice(0, email.indexOf('@') + 1)}
                <wbr />
                {email.slice(email.indexOf('@') + 1)}
              </span>
            </a>
          ))}
        </ContactCard>
        <ContactCard icon={<Icon name="phone" />} title="Phone">
          {phone ? (
            <a href={telUrl(phone)} className={LINK}>
              {phone}
            </a>
          ) : (
            <MissingDetail setting="Phone" />
          )}
        </ContactCard>
        <ContactCard icon={<Icon name="clock" />} title="Hours">
          <p className="py-2">{SHOP.hours}</p>
        </ContactCard>
        <ContactCard icon={<Icon name="pin" />} title="Address">
          <address className="py-2 not-italic">
            {address?.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            )) ?? <MissingDetail setting="Address" />}
          </address>
        </ContactCard>
      </ul>
      <h2 className="mt-8 text-xl">Follow us</h2>
      <div className="mt-2 -ml-2.5 text-primary">
        <SocialLinks />
      </div>
    </div>
  );
}

function ContactCard({
  icon,
  title,
  children,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 rounded-lg border border-border bg-surface p-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-surface-accent text-primary">
        {icon}
      </span>
      <div className="row-text flex flex-col">
        <h2 className="pt-2 text-lg">{title}</h2>
        {children}
      </div>
    </li>
  );
}
