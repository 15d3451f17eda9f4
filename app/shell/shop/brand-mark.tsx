/** The shop’s logo and name; light in the dark theme, but not on paper. */
export function BrandMark({ onNight = false }: { onNight?: boolean }) {
  return (
    <picture>
      {!onNight && (
        <source media="screen and (prefers-color-scheme: dark)" srcSet="/logo-on-night.svg" />
      )}
      <img
        src={onNight ? '/logo-on-night.svg' : '/pictures/logo.svg'}
        alt="Aparajita"
        width={296}
        height={64}
        loading={onNight ? 'lazy' : undefined}
        className="h-9 w-auto max-w-full object-contain object-left sm:h-10"
      />
    </picture>
  );
}
