import { Select, type SelectProps } from '@mantine/core'
import { countryCodes } from '../../../src/values/country-codes.ts'
import { fill, locale, t } from '../text.ts'
import { countryName } from './formats.ts'

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
