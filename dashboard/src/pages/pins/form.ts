import type { UseFormReturnType } from '@mantine/form'
import type { PinAppSettings } from './types.ts'

/** As the fields have it: what was emptied is no number, and no country is every country. */
export type Fields = {
  -readonly [Name in keyof PinAppSettings]: PinAppSettings[Name] extends number ? number | string : PinAppSettings[Name]
} & {
  countries: string[]
}

export type PinForm = UseFormReturnType<Fields>
