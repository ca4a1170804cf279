/** The longest sender ID is + and 20 digits. */
export const senderLengthMax = 21
