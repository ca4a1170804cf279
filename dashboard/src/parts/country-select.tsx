import { Select, type SelectProps } from '@mantine/core'
import { countryCodes } from '../../../src/values/country-codes.ts'

const names = new Intl.DisplayNames('en', { type: 'region' })

export const countryName = (code: string) => names.of(code) ?? code

const choices = countryCodes
  .map((code) => ({ value: code, label: `${countryName(code)} (${code})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** One of all countries. */
export function CountrySelect(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      label="Country"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear: Country', 'aria-hidden': false, tabIndex: 0 }}
      nothingFoundMessage="Nothing found"
      {...props}
      data={choices}
    />
  )
}
