import { createContext } from 'react-router';

/** Whether the shop runs in demo mode: pages under /dev exist only there. */
export const demoContext = createContext<boolean>();
