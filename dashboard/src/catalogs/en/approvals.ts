export const approvals = {} as const
