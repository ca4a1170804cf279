/** Messages of different lanes never wait for each other, so that PINs and single messages overtake bulk messages. */
export const lanes = ['pin', 'single', 'bulk'] as const
export type Lane = (typeof lanes)[number]
