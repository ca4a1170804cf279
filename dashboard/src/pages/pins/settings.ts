import type { PinApp } from '../../../../src/contract/console/otp.ts'
import type { About } from '../../../../src/contract/console/system.ts'

/** The editable settings. */
export type PinAppSettings = Omit<PinApp, 'number' | 'createdAt' | 'changedAt'>

/** The defaults of the server, shown in the form of a new application. */
export const defaultSettings = ({ staging }: About): PinAppSettings => ({
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
