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
