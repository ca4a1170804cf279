/** The beginning of numbers, as a price or a route has it. */
export const showPrefix = (prefix: string) => (prefix === '' ? 'All numbers' : `+${prefix}…`)
