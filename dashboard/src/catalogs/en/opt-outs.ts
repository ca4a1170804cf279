export const optOuts = {} as const
