import type { UseFormReturnType } from '@mantine/form'
import type { PinApp } from '../../../../src/contract/console/otp.ts'

type PinAppSettings = Omit<PinApp, 'number' | 'createdAt' | 'changedAt'>

/** The values of the fields: an emptied number is a string, and no countries mean all. */
export type Fields = {
  -readonly [Name in keyof PinAppSettings]: PinAppSettings[Name] extends number ? number | string : PinAppSettings[Name]
} & {
  countries: string[]
}

export type PinForm = UseFormReturnType<Fields>

/** The request body. The form has validated the numbers. */
export const toBody = ({ countries, name, sender, text, active, guard, ...numbers }: Fields) => ({
  name: name.trim(),
  sender: sender.trim(),
  text,
  active,
  guard,
  countries: countries.length === 0 ? null : countries,
  pinLength: Number(numbers.pinLength),
  lifeSeconds: Number(numbers.lifeSeconds),
  attemptsMax: Number(numbers.attemptsMax),
  numberHourMax: Number(numbers.numberHourMax),
  appHourMax: Number(numbers.appHourMax),
  countryHourMax: Number(numbers.countryHourMax),
  prefixHourMax: Number(numbers.prefixHourMax),
  guardSample: Number(numbers.guardSample),
  verifiedPercentMin: Number(numbers.verifiedPercentMin),
  blockMinutes: Number(numbers.blockMinutes),
})
