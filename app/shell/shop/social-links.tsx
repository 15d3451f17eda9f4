import { SHOP } from '#app/shell/shop-details.ts';

const MARKS: Record<(typeof SHOP.social)[number]['name'], string> = {
  Instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.500H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.500zM15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M17 7h.01',
  Facebook:
    'M14.5 21v-7.500h2.800l.5-3.300h-3.300V8.300c0-1.2.5-1.8 1.9-1.800h1.500v-3a14 14 0 0 0-2.3-.200c-2.6 0-4.3 1.5-4.3 4.300v2.600H8v3.300h3.300V21z',
  YouTube:
    'M12 5.500c8.5 0 9 .5 9 6.500s-.5 6.5-9 6.5-9-.5-9-6.5.5-6.5 9-6.500zM10.3 9.300v5.400l4.5-2.700z',
};

/** Links to the shop's social media, each in a new tab. */
export function SocialLinks() {
  return (
    <ul className="flex gap-1">
      {SHOP.social.map(({ name, url }) => (
        <li key={name}>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="grid size-11 place-items-center rounded-full transition-colors hover:bg-night-raised hover:text-on-night"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinecap="round"
              strokeLinejoin="round"
              className="size-6"
            >
              <path d={MARKS[name]} />
            </svg>
            <span className="sr-only">{`${name} (opens in a new tab)`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
