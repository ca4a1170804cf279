import type { GuardMode, PinChannel } from '../../contract/account/otp.ts'

export type { GuardMode, PinChannel } from '../../contract/account/otp.ts'

/** The settings of an application. */
export interface AppSettings {
  readonly name: string
  readonly sender: string
  /** With `{pin}` where the PIN goes. */
  readonly text: string
  /** Texts in other languages, by language. */
  readonly texts: Readonly<Record<string, string>>
  /** Null for the language of the account. */
  readonly language: string | null
  /** In order; at least one. */
  readonly channels: readonly PinChannel[]
  readonly resend: boolean
  readonly pinLength: number
  readonly lifeSeconds: number
  readonly attemptsMax: number
  readonly active: boolean
  /** The maximum requests in an hour to one number, and of the application. */
  readonly numberHourMax: number
  readonly appHourMax: number
  readonly guard: GuardMode
  /** Allowed countries as ISO 3166-1 alpha-2; null means all. */
  readonly countries: readonly string[] | null
  readonly countryHourMax: number
  readonly prefixHourMax: number
  /** The sample size of a prefix, and its minimum share of verified PINs. */
  readonly guardSample: number
  readonly verifiedPercentMin: number
  readonly blockMinutes: number
}

export interface App extends AppSettings {
  /** Unique within the account, starting at 1. */
  readonly number: number
  readonly createdAt: Date
  readonly changedAt: Date
}
