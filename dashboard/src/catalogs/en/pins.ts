export const pins = {} as const
