export const numbers = {} as const
