import { read } from '#app/admin/api.ts';

/** The open work. */
export const todayQuery = read('GET /admin/today');
