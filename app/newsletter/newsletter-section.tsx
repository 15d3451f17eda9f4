import { SectionHeading } from '#app/ui/section-heading.tsx';
import { NewsletterBox } from './newsletter-box.tsx';

/** The home page's section with the form. */
export function NewsletterSection() {
  return (
    <section className="bg-surface-accent py-10 sm:py-28">
      <div className="page-width grid max-w-2xl justify-items-center gap-8">
        <SectionHeading
          centred
          eyebrow="Newsletter"
          title="10% off your first order"
          text="And an email now and then: new harvests, new ways to brew. Unsubscribe any time."
        />
        <NewsletterBox label="Newsletter" />
      </div>
    </section>
  );
}
