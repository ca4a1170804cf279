/** The longest sender ID is + and 20 digits. */
export const senderLengthMax = 21

/** The sender IDs that arrive as this number: carriers get them without the plus. */
export const sendersOfNumber = (number: string): readonly string[] => [number, `+${number}`]
