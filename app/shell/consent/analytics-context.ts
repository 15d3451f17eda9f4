import { createContext } from 'react-router';

/** The owner's Google tag, such as G-ABC123; null without analytics. */
export const analyticsContext = createContext<string | null>();
