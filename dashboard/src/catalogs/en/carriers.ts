export const carriers = {} as const
