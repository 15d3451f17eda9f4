import { createContext } from 'react-router';

/**
 * Takes the markup of a rendered page. As the body of a response it would be encoded, streamed and decoded again before
 * server/pages/document.ts finishes it.
 */
export const markupContext = createContext<(html: string) => void>();
