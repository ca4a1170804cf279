export const apiSetup = {} as const
