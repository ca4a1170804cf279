export const senders = {} as const
