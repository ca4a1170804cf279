import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAsk } from '../data.ts'

interface Choice {
  readonly id: number
}

interface AskSelectProps<Row extends Choice> {
  /** A list under `/console/v1` that takes `q`; one of them is at the same path and its id. */
  readonly path: string
  readonly nameOf: (row: Row) => string
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  readonly value: string | null
  readonly onChange: (id: string | null) => void
  readonly required?: boolean
  readonly clearable?: boolean
  readonly error?: string | null
  readonly width?: number
}

/** A choice among so many that the server is asked for those that match: of some there are thousands. */
export function AskSelect<Row extends Choice>({ path, nameOf, value, onChange, width, clearable = false, ...rest }: AskSelectProps<Row>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 250)
  const { data: chosen } = useAsk<Row>(`${path}/${value}`, undefined, { enabled: value !== null })
  const chosenName = chosen === undefined || value === null ? null : nameOf(chosen)
  // What stands in the field is the name of the choice, until somebody types.
  const q = search === chosenName ? '' : search
  const { data, isPending } = useAsk<{ data: readonly Row[] }>(path, { q, limit: 20 }, { keep: true })
  const found = (data?.data ?? []).map((row) => ({ value: String(row.id), label: nameOf(row) }))
  const options = chosenName === null || value === null || found.some((one) => one.value === value) ? found : [{ value, label: chosenName }, ...found]
  return (
    <Select
      {...rest}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      clearable={clearable}
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options: all }) => all}
      nothingFoundMessage={isPending ? 'Searching…' : 'Nothing matches.'}
      clearButtonProps={{ 'aria-label': `Clear: ${rest.label}` }}
      comboboxProps={{ withinPortal: true }}
      w={width === undefined ? undefined : { base: '100%', xs: width }}
    />
  )
}
