export const credit = {} as const
