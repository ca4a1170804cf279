import type { About } from '../../../../src/contract/console/system.ts'

export const guardModes = ['off', 'alert', 'block'] as const
export type GuardMode = (typeof guardModes)[number]

/** What people can set. */
export interface PinAppSettings {
  readonly name: string
  readonly sender: string
  readonly text: string
  readonly pinLength: number
  readonly lifeSeconds: number
  readonly attemptsMax: number
  readonly active: boolean
  readonly numberHourMax: number
  readonly appHourMax: number
  readonly guard: GuardMode
  /** Null: everywhere. */
  readonly countries: readonly string[] | null
  readonly countryHourMax: number
  readonly prefixHourMax: number
  readonly guardSample: number
  readonly verifiedPercentMin: number
  readonly blockMinutes: number
}

export interface PinApp extends PinAppSettings {
  readonly number: number
  readonly createdAt: string
  readonly changedAt: string
}

/** What the server begins with, so that who creates one sees what they get. */
export const usualSettings = ({ staging }: About): PinAppSettings => ({
  name: '',
  sender: 'INFO',
  text: 'Your PIN is {pin}',
  pinLength: 6,
  lifeSeconds: 300,
  attemptsMax: 3,
  active: true,
  numberHourMax: 60,
  appHourMax: 10_000,
  guard: staging ? 'off' : 'block',
  countries: null,
  countryHourMax: 5_000,
  prefixHourMax: 300,
  guardSample: 30,
  verifiedPercentMin: 10,
  blockMinutes: 60,
})

export interface Conversion {
  readonly requested: number
  readonly verified: number
  /** From 0 to 1; null when none was asked for. */
  readonly rate: number | null
}

export interface Overview {
  readonly data: readonly {
    readonly app: number
    readonly name: string
    readonly day: Conversion
    readonly week: Conversion
  }[]
  /** Null when all of the week was counted. */
  readonly countedSince: string | null
}
