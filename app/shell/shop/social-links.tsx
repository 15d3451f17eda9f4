import { SHOP } from '#app/shell/shop-details.ts';

const MARKS: Record<(typeof SHOP.social)[number]['name'], string> = {
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zM15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M17 7h.01',
  Facebook:
    'M14.5 21v-7.5h2.8l.5-3.3h-3.3V8.3c0-1.2.5-1.8 1.9-1.8h1.5v-3a14 14 0 0 0-2.3-.2c-2.6 0-4.3 1.5-4.3 4.3v2.6H8v3.3h3.3V21z',
  YouTube: 'M12 5.5c8.5 0 9 .5 9 6.5s-.5 6.5-9 6.5-9-.5-9-6.5.5-6.5 9-6.5zM10.3 9.3v5.4l4.5-2.7z',
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
            className="grid size-11 place-items-center rounded-full transition-colors hover:bg-inverse-raised hover:text-on-inverse"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
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
