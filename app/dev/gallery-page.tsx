import type { ReactNode } from 'react';
import { data } from 'react-router';
import { renderContext } from '#app/shell/document/render-context.ts';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import type { ButtonTone } from '#app/ui/button-classes.ts';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Route } from './+types/gallery-page';
import { Fields } from './fields.tsx';
import { Overlays } from './overlays.tsx';

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(renderContext).demo) throw data(null, { status: 404 });
  return null;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  return [{ title: 'Gallery | Aparajita' }, { name: 'robots', content: 'noindex' }];
}

const BUTTONS: ButtonTone[] = ['primary', 'secondary', 'quiet', 'danger'];
const BADGES: BadgeTone[] = ['neutral', 'yellow', 'blue', 'purple', 'indigo', 'green', 'red'];
const SIZES = ['text-4xl', 'text-3xl', 'text-2xl', 'text-xl'];

/** Style guide: every component of `ui/` in every state, in the system's light or dark theme. Demo mode only. */
export default function GalleryPage() {
  return (
    <div className="page-width grid gap-14 py-12">
      <h1 className="text-4xl">Gallery</h1>
      <Section title="Type">
        {SIZES.map((size) => (
          <p key={size} className={`w-full font-display text-foreground ${size}`}>
            Blue by nature, calm by the cup
          </p>
        ))}
        <p className="text-lg">Whole flowers, picked by hand.</p>
        <p>Whole flowers, picked by hand.</p>
        <p className="text-sm text-muted">Whole flowers, picked by hand.</p>
      </Section>
      <Section title="Buttons">
        {BUTTONS.map((tone) => (
          <div key={tone} className="flex flex-wrap gap-3">
            <Button tone={tone}>{tone}</Button>
            <Button tone={tone} disabled>
              {tone}, disabled
            </Button>
            <Button tone={tone} busy="Saving...">
              {tone}
            </Button>
            <LinkButton tone={tone} to="/dev/gallery">
              {tone} link
            </LinkButton>
          </div>
        ))}
      </Section>
      <Section title="Badges">
        {BADGES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Section>
      <Section title="Fields">
        <Fields />
      </Section>
      <Section title="What opens, moves and passes">
        <Overlays />
      </Section>
      <Section title="Cards and headings">
        <Card className="w-full sm:w-80">A card, and what lies on it.</Card>
        <SectionHeading
          eyebrow="The ritual"
          title="Five minutes, three colours"
          text="No milk, no hurry."
        />
        <InlineAlert>What went wrong, where it went wrong.</InlineAlert>
      </Section>
      <Section title="Pictures">
        <Picture
          src="/pictures/products/1-pack.webp"
          alt="A pack of dried flowers"
          widths={[160, 320, 640]}
          sizes="10rem"
          width={160}
          height={160}
          className="rounded-lg"
        />
      </Section>
      <Section title="Nothing, and not yet">
        <Spinner label="Loading..." />
        <Skeleton className="grid gap-2">
          <SkeletonBlock className="size-14" />
          <SkeletonBlock className="h-5 w-44" />
        </Skeleton>
        <EmptyState
          picture="/pictures/illustrations/empty-cart.svg"
          title="Your cart is empty"
          text="Add some tea to get started!"
          action={<LinkButton to="/dev/gallery">Browse Products</LinkButton>}
        />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="border-b border-border pb-2 text-2xl">{title}</h2>
      <div className="mt-6 flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}
