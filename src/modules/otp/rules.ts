import type { App } from './store-apps.ts'

const placeholder = '{pin}'

export const hasPlaceholder = (text: string) => text.includes(placeholder)

/** Inserts the PIN with a function, because `$` has a meaning in a replacement string. */
export const fillIn = (text: string, pin: string) => text.replaceAll(placeholder, () => pin)

/** Has the same length as the sent text, and so the same number of segments. */
export const mask = (text: string, pinLength: number) => fillIn(text, '*'.repeat(pinLength))

/** The known PIN of simulated numbers that end in 9999, for tests without reading messages. */
export const fixedPin = (length: number) => '123456'.repeat(2).slice(0, length)
export const hasFixedPin = (phone: string) => phone.endsWith('9999')

/** The minimum validity of a PIN message, including its receipt. A later PIN would be useless. */
const validSecondsMin = 3_600
export const validSecondsOf = ({ lifeSeconds }: Pick<App, 'lifeSeconds'>) => Math.max(lifeSeconds, validSecondsMin)

const hourMs = 3_600_000

/** Limits apply to full clock hours. */
export const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / hourMs) * hourMs)
export const secondsToNextHour = (now: Date) => Math.ceil((hourMs - (now.getTime() % hourMs)) / 1_000)
