export const airtime = {} as const
