import { createContext } from 'react-router';

/** Whether the shop takes payments online, besides cash on delivery. */
export const onlinePaymentContext = createContext<boolean>();
