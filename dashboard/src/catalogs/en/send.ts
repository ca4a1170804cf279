export const send = {} as const
