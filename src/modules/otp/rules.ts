import { texts } from '../../catalogs/index.ts'
import type { Language } from '../../values/languages.ts'
import type { App, AppSettings } from './model.ts'

/**
 * What an application begins with. In the sandbox the guard would be in the way: test numbers are few, alike, and
 * seldom verified.
 */
export const newApp = (staging: boolean, language: Language): AppSettings => ({
  name: 'Default',
  sender: 'INFO',
  text: texts[language].t.pinText,
  pinLength: 6,
  lifeSeconds: 300,
  attemptsMax: 3,
  active: true,
  numberHourMax: staging ? 60 : 5,
  appHourMax: 10_000,
  guard: staging ? 'off' : 'block',
  countries: null,
  countryHourMax: 5_000,
  prefixHourMax: 300,
  guardSample: 30,
  verifiedPercentMin: 10,
  blockMinutes: 60,
})

const placeholder = '{pin}'

export const hasPlaceholder = (text: string) => text.includes(placeholder)

/** The text that goes out. A PIN is put in as it is: `$` would mean something to a replacement that is a text. */
export const fillIn = (text: string, pin: string) => text.replaceAll(placeholder, () => pin)

/** As long as what goes out, so that it takes as many segments. */
export const mask = (text: string, pinLength: number) => fillIn(text, '*'.repeat(pinLength))

/**
 * The same for everybody who wants to test without reading messages; numbers of the simulated network that end in 9999
 * get it.
 */
export const fixedPin = (length: number) => '123456'.repeat(2).slice(0, length)
export const hasFixedPin = (phone: string) => phone.endsWith('9999')

/**
 * What is left of the time in which a PIN message may be sent and its receipt come: nobody wants a PIN the next day.
 */
const validSecondsMin = 3_600
export const validSecondsOf = ({ lifeSeconds }: Pick<App, 'lifeSeconds'>) => Math.max(lifeSeconds, validSecondsMin)

const hourMs = 3_600_000

/** Limits are by the hour, as clocks have it. */
export const hourOf = (now: Date) => new Date(Math.floor(now.getTime() / hourMs) * hourMs)
export const secondsToNextHour = (now: Date) => Math.ceil((hourMs - (now.getTime() % hourMs)) / 1_000)
