import { createContext } from 'react-router';

/** Marks what the renderer itself writes into a document; new for each, and never sent. See server/pages/inline-scripts.ts. */
export const nonceContext = createContext<string>();
