import { createContext } from 'react-router';

/**
 * Marks the inline scripts that the renderer itself writes; new for each document, and never sent. See
 * server/pages/inline-scripts.ts.
 */
export const nonceContext = createContext<string>();
