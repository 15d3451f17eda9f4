import { createContext } from 'react-router';

/** Whether the shop takes payments online, beside cash on delivery. */
export const onlinePaymentContext = createContext<boolean>();
