/** The shop’s logo and name; light in the dark theme, but not on paper. */
export function BrandMark({ onInverse = false }: { onInverse?: boolean }) {
  return (
    <picture>
      {!onInverse && (
        <source media="screen and (prefers-color-scheme: dark)" srcSet="/logo-on-night.svg" />
      )}
      <img
        src={onInverse ? '/logo-on-night.svg' : '/pictures/logo.svg'}
        alt="Aparajita"
        translate="no"
        width={296}
        height={64}
        loading={onInverse ? 'lazy' : undefined}
        className="h-9 w-auto max-w-full object-contain object-left sm:h-10"
      />
    </picture>
  );
}
