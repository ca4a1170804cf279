import type { Language } from './languages.ts'

/** The default text of PIN messages. The server puts the PIN in the place of `{pin}`. */
export const pinTexts: Readonly<Record<Language, string>> = {
  en: 'Your PIN is {pin}',
  sw: 'PIN yako ni {pin}',
  fr: 'Votre code PIN est {pin}',
}

/**
 * The settings of a new PIN application. In staging the guard is off, because test numbers are few, similar and rarely
 * verified.
 */
export const defaultPinApp = (staging: boolean, language: Language) => ({
  name: 'Default',
  sender: 'INFO',
  text: pinTexts[language],
  texts: {},
  language: null,
  channels: [{ channel: 'sms' as const }],
  resend: false,
  pinLength: 6,
  lifeSeconds: 300,
  attemptsMax: 3,
  active: true,
  numberHourMax: staging ? 60 : 5,
  appHourMax: 10_000,
  guard: staging ? ('off' as const) : ('block' as const),
  countries: null,
  countryHourMax: 5_000,
  prefixHourMax: 300,
  guardSample: 30,
  verifiedPercentMin: 10,
  blockMinutes: 60,
})
