import { createContext } from 'react-router';

/** The owner's notice for all pages, such as days without delivery; null: none. */
export const noticeContext = createContext<string | null>();
