import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ItemOf, ListRoute, RequestOf } from '../../../src/contract/console/index.ts'
import { type Readable, useList } from '../data.ts'
import { t } from '../text.ts'

interface ChoiceProps<Row> extends Omit<SelectProps, 'data' | 'onChange' | 'value'> {
  readonly labelOf: (row: Row) => string
  readonly idOf: (row: Row) => string
  readonly value: string | null
  /** The label of a value that is not among the rows found. */
  readonly valueLabel?: string
  readonly onChange: (value: string | null, row: Row | null) => void
  /** Choices that are always listed. */
  readonly always?: readonly { readonly value: string; readonly label: string }[]
}

export type ServerSelectProps<Route extends ListRoute & Readable> = ChoiceProps<ItemOf<Route>> & {
  /** A list of the console that can be searched with `q`. */
  readonly route: Route
  readonly query?: RequestOf<Route>['query']
} & Pick<RequestOf<Route>, 'path'>

/** A choice among more items than a page can hold: the server searches for the typed text. */
export function ServerSelect<Route extends ListRoute & Readable>({
  route,
  path,
  query,
  labelOf,
  idOf,
  value,
  valueLabel,
  onChange,
  always = [],
  ...rest
}: ServerSelectProps<Route>) {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 250)
  const { data, isFetching, error } = useList(route, { path, query }, { q, limit: 20 })
  const rows = data?.data ?? []
  // Select throws on duplicate values; the first row wins.
  const unique = [...new Map(rows.toReversed().map((row) => [idOf(row), row])).values()].toReversed()
  const found = [...always, ...unique.map((row) => ({ value: idOf(row), label: labelOf(row) }))]
  const isAmong = value === null || found.some((one) => one.value === value)
  return (
    <Select
      searchable
      {...rest}
      data={isAmong ? found : [{ value, label: valueLabel ?? value }, ...found]}
      value={value}
      // The server has filtered already, perhaps by other fields than the label.
      filter={({ options }) => options}
      onSearchChange={(text) => setSearch(text === labelIn(found, value, valueLabel) ? '' : text)}
      onChange={(chosen) => onChange(chosen, rows.find((row) => idOf(row) === chosen) ?? null)}
      nothingFoundMessage={error === null ? t.shared.nothingFound : error.message}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
    />
  )
}

const labelIn = (
  found: readonly { value: string; label: string }[],
  value: string | null,
  fallback: string | undefined,
) => found.find((one) => one.value === value)?.label ?? fallback
