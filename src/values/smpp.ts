/** The alphabets that texts with data_coding 0 may have. Whether they are packed septets cannot be seen in their bytes. */
export const defaultAlphabets = ['gsm7', 'gsm7-packed', 'latin1'] as const
export type DefaultAlphabet = (typeof defaultAlphabets)[number]

/** How message ids are written. */
export const messageIdForms = ['decimal', 'hex'] as const
export type MessageIdForm = (typeof messageIdForms)[number]

export const bindModes = ['transmitter', 'receiver', 'transceiver'] as const
export type BindMode = (typeof bindModes)[number]

/** The limits of an SMPP credential. A rate of 0 means no limit. */
export const smppLimits = {
  bindsMax: { min: 1, max: 100, default: 4 },
  windowSize: { min: 1, max: 1_000, default: 50 },
  rate: { min: 0, max: 100_000, default: 100 },
  duplicateSeconds: { min: 0, max: 86_400, default: 0 },
} as const

/** Limits that only operators may raise above the default, because they use resources of all accounts. */
export const raisedByOperators = ['bindsMax', 'windowSize', 'rate'] as const

/** The values that owners may set. They may keep or lower a limit that an operator has raised. */
export function ownerRange(
  name: (typeof raisedByOperators)[number],
  current: number = smppLimits[name].default,
): { readonly min: number; readonly max: number } {
  const { min, max, default: usual } = smppLimits[name]
  const hasNoLimit = name === 'rate' && current === 0
  return hasNoLimit ? { min, max } : { min: 1, max: Math.max(usual, current) }
}
