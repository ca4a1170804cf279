export const contacts = {} as const
