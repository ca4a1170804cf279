/** Maximum time for which a replaced credential stays valid. */
export const overlapHoursMax = 720
