import { createContext } from 'react-router';
import type { Reference } from '#contract/reference.ts';

/** The API reference, which the server generates from the contract. */
export const referenceContext = createContext<Reference>();
