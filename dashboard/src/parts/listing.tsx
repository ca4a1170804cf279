import { Group, Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ItemOf, ListRoute, RequestOf } from '../../../src/contract/console/index.ts'
import { placeOf } from '../../../src/values/address.ts'
import { type Params, Unreachable } from '../api.ts'
import { type Readable, useList } from '../data.ts'
import { fill, t } from '../text.ts'
import { useFilters, useListPlace } from './filters.ts'
import { showTime } from './formats.ts'
import { PlaceButtons } from './place-buttons.tsx'
import { type CommonProps, Rows } from './rows.tsx'
import { Note } from './text.tsx'

/** The tables of all pages. They load a page at a time and show loading, empty and error states. */

export { type Column, Rows } from './rows.tsx'

export type ListProps<Route extends ListRoute & Readable> = CommonProps<ItemOf<Route>> & {
  readonly route: Route
  /** Filters. A change returns to the first page. */
  readonly query?: RequestOf<Route>['query']
  /** Unless every filter of the query narrows the list. */
  readonly isFiltered?: boolean
  /** The list has no pages. */
  readonly isWhole?: boolean
  /** The order of a list without pages; by default that of the answer. */
  readonly order?: (one: ItemOf<Route>, other: ItemOf<Route>) => number
} & Pick<RequestOf<Route>, 'path'>

const sizes = ['10', '25', '50', '100']
const sizeFirst = matchMedia('(max-width: 48em)').matches ? '10' : '25'

/** A list, a page at a time. */
export function Listing<Route extends ListRoute & Readable>({
  route,
  path,
  query,
  everySeconds,
  isWhole = false,
  order,
  ...rest
}: ListProps<Route>) {
  const address = placeOf(route, path)
  // A page may have several lists.
  const list = route.split('/').findLast((part) => !part.startsWith(':')) ?? ''
  const { back, cursor, goTo } = useListPlace(list)
  const [limit, setLimit] = useSize(list)
  const often = everySeconds === undefined ? {} : { everySeconds }
  const asked = useList(route, { path, query }, isWhole ? {} : { cursor, limit }, often)
  const shown = useShown(address, asked.data, asked.error)
  const next = shown?.next ?? null
  const total = shown?.total ?? null
  const loaded = asked.isPlaceholderData ? undefined : asked.data
  const lastWithRows = useRef<string>(undefined)
  // Deleting the last row of the last page removes that page. The last page of a search may have no rows.
  useEffect(() => {
    if (loaded === undefined || cursor === undefined) return
    if (loaded.data.length > 0) lastWithRows.current = cursor
    else if (loaded.next === null && lastWithRows.current === cursor) back?.()
  }, [loaded, cursor, back])
  const buttons = useRef<HTMLDivElement>(null)
  /** The buttons are below the rows, and the next page starts at its top. */
  const scrolling =
    <Args extends readonly unknown[]>(turn: (...args: Args) => void) =>
    (...args: Args) => {
      turn(...args)
      const rows = buttons.current?.parentElement
      if (rows && rows.getBoundingClientRect().top < 0) rows.scrollIntoView()
    }
  const isPaged = back !== null || next !== null
  // Not every list has a total.
  const isLong = !isWhole && (shown?.data.length ?? 0) > Number(sizes[0])
  return (
    <Rows
      {...rest}
      rows={order ? shown?.data.toSorted(order) : shown?.data}
      error={asked.error}
      retry={asked.refetch}
      isFiltered={(rest.isFiltered ?? isFiltered(query)) || isPaged}
      noMatches={t.shared[next !== null ? 'noMatchesYet' : back !== null ? 'noMoreMatches' : 'noMatches']}
    >
      {(isPaged || isLong) && (
        <Group justify="space-between" gap="sm" ref={buttons}>
          <Note>
            {shown?.searchedTo && next !== null
              ? fill(t.shared.searchedTo, { time: showTime(new Date(shown.searchedTo)) })
              : total !== null && fill(t.shared.total, { count: total })}
          </Note>
          <Group gap="sm">
            <SizeSelect value={limit} onChange={setLimit} />
            <PlaceButtons
              place={{ back: back && scrolling(back), goTo: scrolling(goTo) }}
              next={next}
              nextLabel={shown?.searchedTo && next !== null ? t.shared.searchOlder : undefined}
            />
          </Group>
        </Group>
      )}
    </Rows>
  )
}

/** The size of a page is kept in the address too. */
function useSize(list: string): readonly [size: string, set: (size: string) => void] {
  const [filters, setFilters] = useFilters()
  const name = `${list}.size`
  const size = filters[name] ?? ''
  return [
    sizes.includes(size) ? size : sizeFirst,
    (chosen) => setFilters({ [name]: chosen === sizeFirst ? undefined : chosen }),
  ]
}

function SizeSelect({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Select
      aria-label={t.shared.rowsPerPage}
      size="xs"
      w={130}
      allowDeselect={false}
      data={sizes.map((size) => ({ value: size, label: fill(t.shared.rows, { count: Number(size) }) }))}
      value={value}
      onChange={(chosen) => onChange(chosen ?? sizeFirst)}
    />
  )
}

/** Keeps the last rows while the server is unreachable. After an error status they would look like the answer. */
function useShown<Page>(path: string, data: Page | undefined, error: Error | null): Page | undefined {
  const last = useRef<readonly [path: string, data: Page] | null>(null)
  if (data !== undefined) last.current = [path, data]
  if (data !== undefined || !(error instanceof Unreachable) || last.current?.[0] !== path) return data
  return last.current[1]
}

const isFiltered = (query: Params = {}) =>
  Object.values(query).some((value) => value !== undefined && value !== null && value !== '')
