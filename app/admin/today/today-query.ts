import { read } from '#app/admin/read.ts';

/** The open work. */
export const todayQuery = read('GET /admin/today');
