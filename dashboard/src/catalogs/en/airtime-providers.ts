export const airtimeProviders = {} as const
