import { Select } from '@mantine/core'
import { useFilters } from './filters.ts'

interface ChoiceFilterProps {
  readonly label: string
  /** The query parameter in the address. */
  readonly name: string
  readonly choices: readonly (readonly [value: string, label: string])[]
  /** The label for no filter. */
  readonly all: string
  readonly width?: number
}

/** A filter by one of a few values. */
export function ChoiceFilter({ label, name, choices, all, width = 240 }: ChoiceFilterProps) {
  const [filters, setFilters] = useFilters()
  return (
    <Select
      label={label}
      w={{ base: '100%', xs: width }}
      allowDeselect={false}
      data={[{ value: '', label: all }, ...choices.map(([value, word]) => ({ value, label: word }))]}
      value={filters[name] ?? ''}
      onChange={(value) => setFilters({ [name]: value ?? '' })}
    />
  )
}
