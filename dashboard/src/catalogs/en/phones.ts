export const phones = {} as const
