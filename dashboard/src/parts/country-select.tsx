import { Select, type SelectProps } from '@mantine/core'
import { CALLING_CODES, countryCodes, countryOf } from '../../../src/values/countries.ts'
import { fill, locale, t } from '../text.ts'
import { countryName } from './formats.ts'

/** The countries that a number reveals. Those that share a calling code are listed as the main one. */
export const countryChoices: readonly { readonly value: string; readonly label: string }[] = [
  ...new Set(CALLING_CODES.map((code) => countryOf(String(code))).filter((country) => country !== null)),
]
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((one, other) => one.label.localeCompare(other.label, locale))

const choices = countryCodes
  .map((code) => ({ value: code, label: `${countryName(code)} (${code})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label, locale))

export function CountrySelect(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      label={t.shared.country}
      searchable
      clearable
      clearButtonProps={{
        'aria-label': fill(t.shared.clearNamed, { name: t.shared.country }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      nothingFoundMessage={t.shared.nothingFound}
      {...props}
      data={choices}
    />
  )
}
