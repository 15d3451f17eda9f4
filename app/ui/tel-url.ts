/** The URL that calls a telephone number, however it is written. */
export const telUrl = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`;
