import { closeOpened } from '@aparajita/postgres/testing';
import { afterAll } from 'vitest';

// A setup file of Vitest: it is run before each test file, and its hooks belong to that file.
afterAll(closeOpened);
