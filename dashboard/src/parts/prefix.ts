import { t } from '../text.ts'

/** The prefix of a price or a route. */
export const showPrefix = (prefix: string) => (prefix === '' ? t.shared.allNumbers : `+${prefix}…`)
