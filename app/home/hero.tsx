import { buttonClasses } from '#app/ui/button.tsx';
import { preloadPicture, srcSet } from '#app/ui/picture.tsx';
import { PreloadLink } from '#app/ui/preload-link.tsx';

const WIDE = [800, 1200, 1600, 2000];
const TALL = [390, 570, 780, 1170];
/** Less than the full width: on a phone's screen nobody sees the difference, and slow networks load it sooner. */
const TALL_SIZES = '79vw';

/** The first view: the hero picture, and a slim strip of reasons to buy. */
export function Hero({ trust }: { trust: readonly string[] }) {
  preloadPicture('/pictures/site/hero-tall.webp', TALL, TALL_SIZES, '(max-width: 47.99rem)');
  preloadPicture('/pictures/site/hero-wide.webp', WIDE, '100vw', '(min-width: 48rem)');
  return (
    <section className="hero-shade relative isolate overflow-hidden bg-hero-surface">
      <div className="page-width flex flex-col pt-8 pb-2 md:pt-12 lg:min-h-[min(56rem,50vw,calc(100svh-var(--header-height)))] lg:pt-10 xl:justify-center xl:py-16">
        <div className="lg:max-w-[44%]">
          <p className="eyebrow">Butterfly pea flower tea</p>
          <h1 className="mt-4 text-4xl">Blue by nature, calm by the cup</h1>
          <p className="mt-4 max-w-md md:text-lg">
            Whole flowers, picked by hand and dried in the shade. Caffeine-free, rich in
            antioxidants, and violet at a squeeze of lemon.
          </p>
          <div className="mt-6 flex flex-wrap gap-3 md:mt-8">
            <PreloadLink to="/shop" className={buttonClasses('primary')}>
              Shop Now
            </PreloadLink>
            <a href="#benefits" className={buttonClasses('secondary')}>
              Discover Benefits
            </a>
          </div>
        </div>
      </div>
      <div className="lg:bg-page">
        <ul className="page-width grid gap-x-5 gap-y-1 pt-3 text-sm font-medium text-foreground sm:flex sm:flex-wrap lg:min-h-12 lg:items-center lg:justify-between lg:py-2">
          {trust.map((words) => (
            <li key={words} className="trust">
              {words}
            </li>
          ))}
        </ul>
      </div>
      <picture>
        <source
          media="(min-width: 48rem)"
          type="image/avif"
          srcSet={srcSet('/pictures/site/hero-wide.webp', WIDE)}
          sizes="100vw"
          width={2000}
          height={1000}
        />
        <source
          type="image/avif"
          srcSet={srcSet('/pictures/site/hero-tall.webp', TALL)}
          sizes={TALL_SIZES}
        />
        <img
          src="/pictures/site/hero-tall.webp"
          alt="A glass cup of violet tea with a slice of lemon on linen, a pack of Aparajita and a bowl of dried flowers in morning light"
          width={1170}
          height={1463}
          fetchPriority="high"
          className="hero-picture w-full lg:absolute lg:inset-x-0 lg:top-0 lg:-z-10 lg:h-[calc(100%-3rem)]"
        />
      </picture>
    </section>
  );
}
