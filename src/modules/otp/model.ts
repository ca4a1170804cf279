import type { GuardMode } from '../../contract/console/otp.ts'

export type { GuardMode } from '../../contract/console/otp.ts'

/** The settings of an application that PINs are sent for. */
export interface AppSettings {
  readonly name: string
  readonly sender: string
  /** With `{pin}` where the PIN goes. */
  readonly text: string
  readonly pinLength: number
  readonly lifeSeconds: number
  readonly attemptsMax: number
  readonly active: boolean
  /** Most requests in an hour to one number, and of the application. */
  readonly numberHourMax: number
  readonly appHourMax: number
  readonly guard: GuardMode
  /** Where PINs may go, as ISO 3166-1 alpha-2; null: everywhere. */
  readonly countries: readonly string[] | null
  readonly countryHourMax: number
  readonly prefixHourMax: number
  /** Of how many requests to a prefix the share that was verified is looked at, and what it may not fall under. */
  readonly guardSample: number
  readonly verifiedPercentMin: number
  readonly blockMinutes: number
}

export interface App extends AppSettings {
  /** Within its account, from 1 on. */
  readonly number: number
  readonly createdAt: Date
  readonly changedAt: Date
}
