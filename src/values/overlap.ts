/** How long a credential that was replaced is taken at most beside the new one. */
export const overlapHoursMax = 720
