import { originOf, siteMeta } from '#app/shell/document/site-meta.ts';
import type { Route } from './+types/contact-page';
import { ContactCards } from './contact-cards.tsx';
import { ContactForm } from './contact-form.tsx';

export function meta({ matches }: Route.MetaArgs) {
  return siteMeta(originOf(matches), {
    title: 'Contact',
    description:
      'Questions about our tea, an order or a gift? Write to us or call, Mon-Sat 9AM-6PM IST. We answer by the next working day.',
    path: '/contact',
  });
}

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
