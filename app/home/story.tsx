import { LinkButton } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import type { STORY } from './home-texts.ts';

/** Where the name comes from, with a link to the full story. */
export function Story({ story }: { story: typeof STORY }) {
  return (
    <section className="below-window grid grid-cols-1 items-center bg-tertiary-container md:grid-cols-2">
      <Picture
        src="/pictures/site/about-story.webp"
        alt={story.picture}
        widths={[320, 640, 960, 1280]}
        sizes="(min-width: 48rem) 50vw, 100vw"
        width={640}
        height={480}
        className="w-full"
      />
      <div className="page-width max-w-2xl py-10">
        <SectionHeading eyebrow="Our flower" title={story.title} text={story.text} />
        <LinkButton to="/about" tone="secondary" className="mt-8">
          Read our story
        </LinkButton>
      </div>
    </section>
  );
}
