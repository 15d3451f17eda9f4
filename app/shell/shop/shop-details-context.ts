import { createContext } from 'react-router';
import type { ShopDetails } from '#contract/shop-details.ts';

/** Filled by the server from its settings; the root's loader hands it to every page. */
export const shopDetailsContext = createContext<ShopDetails>();
