const STATS = [
  { figure: '100%', text: 'natural and pure' },
  { figure: '0', text: 'additives' },
];

/** The shop's mission, in a sentence and two figures. */
export function Mission() {
  return (
    <section className="on-inverse">
      <div className="page-width grid items-center gap-10 py-12 sm:py-20 lg:grid-cols-[3fr_2fr] lg:gap-20">
        <div>
          <p className="eyebrow">Why we are here</p>
          <h2 className="mt-3 text-3xl">Our Mission</h2>
          <p className="mt-5 max-w-xl text-lg">
            To bring the blue of an Indian garden into everyday cups, as pure as it grows: good for
            those who drink it, fair to those who pick it, and light on the land it comes from.
          </p>
        </div>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-6">
          {STATS.map(({ figure, text }) => (
            <div
              key={text}
              className="flex flex-col-reverse justify-end border-l border-tertiary pl-5"
            >
              <dt>{text}</dt>
              <dd className="font-display text-4xl text-tertiary">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
