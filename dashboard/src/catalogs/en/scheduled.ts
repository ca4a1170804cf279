export const scheduled = {} as const
