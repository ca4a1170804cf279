/** missing: the provider knows no such payment, or the payer has not begun to pay. */
export const stateNames = ['paid', 'failed', 'pending', 'missing'] as const
export type StateName = (typeof stateNames)[number]
