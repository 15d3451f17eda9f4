import { LinkButton } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';

/** Where the name comes from, with a link to the full story. */
export function Story() {
  return (
    <section className="below-window grid grid-cols-1 items-center bg-cream md:grid-cols-2">
      <Picture
        src="/pictures/site/about-story.webp"
        alt="A wooden bowl heaped with dried butterfly pea flowers, and fresh blue ones beside it in the shade of leaves"
        widths={[320, 640, 960, 1280]}
        sizes="(min-width: 48rem) 50vw, 100vw"
        width={640}
        height={480}
        className="w-full"
      />
      <div className="page-width max-w-2xl py-10">
        <SectionHeading
          eyebrow="Our flower"
          title="Aparajita: the one who cannot be defeated"
          text="That is what the vine is called in Sanskrit. It climbs any fence, flowers through the heat, and has coloured festive food and drink across India for longer than anyone remembers."
        />
        <LinkButton to="/about" tone="secondary" className="mt-8">
          Read our story
        </LinkButton>
      </div>
    </section>
  );
}
