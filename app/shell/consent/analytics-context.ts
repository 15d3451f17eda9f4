import { createContext } from 'react-router';

/** The owner's Google tag, such as G-ABC123; null: nobody is counted. */
export const analyticsContext = createContext<string | null>();
