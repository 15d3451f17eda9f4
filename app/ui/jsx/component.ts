import type { ReactElement } from 'react';

/** A component that is passed as a value: React's own type would let it render a bare text (see `JSX.ElementType`). */
export type Component<Props = object> = (props: Props) => ReactElement | false | null | undefined;
