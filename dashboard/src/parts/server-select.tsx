import { Loader, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ItemOf, ListRoute, RequestOf } from '../../../src/contract/console/index.ts'
import { fillPath, splitRoute } from '../../../src/values/address.ts'
import type { Params } from '../api.ts'
import { type Readable, useAskPath } from '../data.ts'

export interface PathSelectProps<Row> extends Omit<SelectProps, 'data' | 'onChange' | 'value'> {
  /** A list under `/console/v1` that can be searched with `q`. */
  readonly path: string
  readonly params?: Params
  readonly labelOf: (row: Row) => string
  readonly idOf: (row: Row) => string
  readonly value: string | null
  /** What is shown of a value that is not among the first ones found. */
  readonly valueLabel?: string | undefined
  readonly onChange: (value: string | null, row: Row | null) => void
  /** What can be chosen whatever is typed. */
  readonly always?: readonly { readonly value: string; readonly label: string }[]
}

export type ServerSelectProps<Route extends ListRoute & Readable> = Omit<
  PathSelectProps<ItemOf<Route>>,
  'path' | 'params'
> & {
  /** A list of the console that can be searched with `q`. */
  readonly route: Route
  readonly query?: RequestOf<Route>['query']
} & Pick<RequestOf<Route>, 'path'>

/** A choice among more items than a page can hold: the server searches for the typed text. */
export function ServerSelect<Route extends ListRoute & Readable>({
  route,
  path,
  query,
  ...rest
}: ServerSelectProps<Route>) {
  return <PathSelect<ItemOf<Route>> {...rest} path={fillPath(splitRoute(route).pattern, path)} params={query ?? {}} />
}

/** A choice among more than a page can hold: what is typed is looked for on the server. */
export function PathSelect<Row>({
  path,
  params,
  labelOf,
  idOf,
  value,
  valueLabel,
  onChange,
  always = [],
  ...rest
}: PathSelectProps<Row>) {
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search, 250)
  const { data, isFetching, error } = useAskPath<{ data: readonly Row[] }>(
    path,
    { ...params, q, limit: 20 },
    { keep: true },
  )
  const rows = data?.data ?? []
  // The first of those that are the same: the list takes each once.
  const unique = [...new Map(rows.toReversed().map((row) => [idOf(row), row])).values()].toReversed()
  const found = [...always, ...unique.map((row) => ({ value: idOf(row), label: labelOf(row) }))]
  const isAmong = value === null || found.some((one) => one.value === value)
  return (
    <Select
      searchable
      {...rest}
      data={isAmong ? found : [{ value, label: valueLabel ?? value }, ...found]}
      value={value}
      // What was found by the server matches, whatever it matched by.
      filter={({ options }) => options}
      onSearchChange={(text) => setSearch(text === labelIn(found, value, valueLabel) ? '' : text)}
      onChange={(chosen) => onChange(chosen, rows.find((row) => idOf(row) === chosen) ?? null)}
      nothingFoundMessage={error === null ? 'Nothing found' : error.message}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
    />
  )
}

const labelIn = (
  found: readonly { value: string; label: string }[],
  value: string | null,
  fallback: string | undefined,
) => found.find((one) => one.value === value)?.label ?? fallback
