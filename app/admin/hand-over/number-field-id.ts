/** The id of the field for a parcel's tracking number. */
export const numberFieldId = (order: string) => `number-${order}`;
