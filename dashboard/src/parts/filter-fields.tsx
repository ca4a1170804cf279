import { CloseButton, type MantineSpacing, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { fill, t } from '../text.ts'
import { useFilters } from './filters.ts'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  /** A placeholder for a field with its label above. Without it the label is the placeholder. */
  readonly example?: string
  readonly value: string | undefined
  /** Called after a short pause in typing. */
  readonly onChange: (value: string) => void
  readonly width?: number | string
  /** The margin below; 0 next to other filters. */
  readonly mb?: MantineSpacing
}

/** A field that searches while the user types. */
export function SearchField({ label, example, value = '', onChange, width = 320, mb = 'md' }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const report = useDebouncedCallback((text: string) => {
    reported.current = text
    onChange(text)
  }, 300)
  // Only the back button changes the value from outside. Our own change arrives late and would undo further typing.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])
  const change = (text: string) => {
    setTyped(text)
    report(text.trim())
  }
  return (
    <TextInput
      type="search"
      {...(example === undefined ? { 'aria-label': label, placeholder: label } : { label, placeholder: example })}
      leftSection={<Icon name="search" />}
      rightSection={
        typed === '' ? null : (
          <CloseButton size="sm" aria-label={fill(t.shared.clearNamed, { name: label })} onClick={() => change('')} />
        )
      }
      w={{ base: '100%', xs: width }}
      mb={mb}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

interface DayFieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

export function DayField({ label, value = '', onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      w={{ base: '100%', xs: 160 }}
    />
  )
}

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

interface TextFilterProps extends Pick<SearchFieldProps, 'label' | 'example' | 'width' | 'mb'> {
  /** The query parameter in the address. */
  readonly name?: string
  readonly read?: (text: string) => string
}

/** A filter by a text. */
export function TextFilter({ name = 'q', read = (text) => text, mb = 0, ...field }: TextFilterProps) {
  const [filters, setFilters] = useFilters()
  return (
    <SearchField {...field} mb={mb} value={filters[name]} onChange={(text) => setFilters({ [name]: read(text) })} />
  )
}

/** Filters a list by the first digits of its numbers. */
export const PrefixFilter = () => (
  <TextFilter label={t.shared.prefixFilter} example="255" width={220} name="prefix" read={digitsIn} />
)

const digitsIn = (text: string) => text.replace(/\D/g, '')
