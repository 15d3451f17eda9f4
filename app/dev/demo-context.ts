import { createContext } from 'react-router';

/** Whether this is demo mode: pages under /dev exist there only. */
export const demoContext = createContext<boolean>();
