export const sandbox = {} as const
