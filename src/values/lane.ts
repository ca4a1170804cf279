/**
 * Messages of different lanes never wait for each other: what somebody is waiting for overtakes what is sent to many.
 */
export const lanes = ['pin', 'single', 'bulk'] as const
export type Lane = (typeof lanes)[number]
