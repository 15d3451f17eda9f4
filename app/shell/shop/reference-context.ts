import { createContext } from 'react-router';
import type { Reference } from '#contract/reference.ts';

/** The API's reference, made of the contract by the server. */
export const referenceContext = createContext<Reference>();
