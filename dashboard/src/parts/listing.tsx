import { Button, Group, Pagination, Select, Text } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import type { ItemOf, ListRoute, RequestOf } from '../../../src/contract/console/index.ts'
import { hasCursor, placeOf } from '../../../src/values/address.ts'
import { type Params, Unreachable } from '../api.ts'
import { type Readable, useList } from '../data.ts'
import { fill, t, wordFor } from '../text.ts'
import { pageParameter, pageText, readPage, useFilters } from './filters.ts'
import { showTime } from './formats.ts'
import { type CommonProps, Rows } from './rows.tsx'

/** The tables of all pages. They load a page at a time and show loading, empty and error states. */

export { type Column, Rows } from './rows.tsx'

type ListProps<Route extends ListRoute & Readable> = CommonProps<ItemOf<Route>> & {
  readonly route: Route
  /** Filters. A change returns to the first page. */
  readonly query?: RequestOf<Route>['query']
  /** Unless every filter of the query narrows the list. */
  readonly isFiltered?: boolean
} & Pick<RequestOf<Route>, 'path'>

const sizes = ['10', '25', '50', '100']
const sizeFirst = matchMedia('(max-width: 48em)').matches ? '10' : '25'

/** A list with a cursor, as in the account API, or with numbered pages. */
export function Listing<Route extends ListRoute & Readable>(props: ListProps<Route>) {
  return hasCursor(props.route) ? <CursorListing {...props} /> : <NumberedListing {...props} />
}

function NumberedListing<Route extends ListRoute & Readable>({
  route,
  path,
  query,
  everySeconds,
  ...rest
}: ListProps<Route>) {
  const address = placeOf(route, path)
  const { at, limit, setAt, setLimit, paging } = usePaging(route)
  const page = readPage(at)
  const often = everySeconds === undefined ? {} : { everySeconds }
  const asked = useList(route, { path, query }, { page, limit }, often)
  const shown = useShown(address, asked.data, asked.error)
  const lastPage = asked.isPlaceholderData ? undefined : asked.data?.pagination?.totalPages
  // Deleting the last row of the last page removes that page.
  useEffect(() => {
    if (lastPage !== undefined && page > Math.max(lastPage, 1)) setAt(pageText(lastPage))
  }, [lastPage, page, setAt])
  const { totalItems = shown?.data.length ?? 0, totalPages = 1, hasMore = false } = shown?.pagination ?? {}
  return (
    <Rows
      {...rest}
      rows={shown?.data}
      error={asked.error}
      retry={() => void asked.refetch()}
      isFiltered={rest.isFiltered ?? isFiltered(query)}
    >
      {totalItems > Number(sizes[0]) && (
        <Group justify="space-between" gap="sm" ref={paging}>
          <Text size="sm" c="dimmed">
            {fill(hasMore ? t.shared.totalAtLeast : t.shared.total, { count: totalItems })}
          </Text>
          <Group gap="sm">
            <SizeSelect value={limit} onChange={setLimit} />
            {totalPages > 1 && (
              <Pagination
                size="sm"
                total={totalPages}
                value={page}
                onChange={(chosen) => setAt(pageText(chosen))}
                getControlProps={(control) => ({ 'aria-label': wordFor(t.shared.paging, control) })}
                getItemProps={(number) => ({ 'aria-label': fill(t.shared.page, { number }) })}
              />
            )}
          </Group>
        </Group>
      )}
    </Rows>
  )
}

function CursorListing<Route extends ListRoute & Readable>({
  route,
  path,
  query,
  everySeconds,
  ...rest
}: ListProps<Route>) {
  const address = placeOf(route, path)
  const { at, limit, setAt, setLimit, paging } = usePaging(route)
  const cursors = at === undefined ? [] : at.split(' ')
  const often = everySeconds === undefined ? {} : { everySeconds }
  const asked = useList(route, { path, query }, { cursor: cursors.at(-1), limit }, often)
  const shown = useShown(address, asked.data, asked.error)
  const next = shown?.next ?? null
  const total = shown?.total ?? null
  const loaded = asked.isPlaceholderData ? undefined : asked.data
  const lastWithRows = useRef<string>(undefined)
  // Deleting the last row of the last page removes that page. The last page of a search may have no rows.
  useEffect(() => {
    if (loaded === undefined || at === undefined) return
    if (loaded.data.length > 0) lastWithRows.current = at
    else if (loaded.next === null && lastWithRows.current === at) setAt(at.split(' ').slice(0, -1).join(' '))
  }, [loaded, at, setAt])
  const isPaged = cursors.length > 0 || next !== null
  // Not every list has a total.
  const isLong = (shown?.data.length ?? 0) > Number(sizes[0])
  return (
    <Rows
      {...rest}
      rows={shown?.data}
      error={asked.error}
      retry={() => void asked.refetch()}
      isFiltered={(rest.isFiltered ?? isFiltered(query)) || isPaged}
      noMatches={t.shared[next !== null ? 'noMatchesYet' : cursors.length > 0 ? 'noMoreMatches' : 'noMatches']}
    >
      {(isPaged || isLong) && (
        <Group justify="space-between" gap="sm" ref={paging}>
          <Text size="sm" c="dimmed">
            {shown?.searchedTo && next !== null
              ? fill(t.shared.searchedTo, { time: showTime(new Date(shown.searchedTo)) })
              : total !== null && fill(t.shared.total, { count: total })}
          </Text>
          <Group gap="sm">
            <SizeSelect value={limit} onChange={setLimit} />
            {isPaged && (
              <>
                <Button
                  size="xs"
                  variant="default"
                  disabled={cursors.length === 0}
                  onClick={() => setAt(cursors.slice(0, -1).join(' '))}
                >
                  {t.shared.paging.previous}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={next === null}
                  onClick={() => next !== null && setAt([...cursors, next].slice(-cursorsMax).join(' '))}
                >
                  {asked.data?.searchedTo && next !== null ? t.shared.searchOlder : t.shared.paging.next}
                </Button>
              </>
            )}
          </Group>
        </Group>
      )}
    </Rows>
  )
}

/** Cursors of earlier pages that fit into an address. Before them, the list starts again. */
const cursorsMax = 20

/** The page and the size of a list are kept in the address, so that Back and links return to them. */
function usePaging(route: string) {
  const [filters, setFilters] = useFilters()
  const paging = useRef<HTMLDivElement>(null)
  // A page may have several lists.
  const list = route.split('/').findLast((part) => !part.startsWith(':')) ?? ''
  const size = filters[`${list}.size`] ?? ''
  const setAt = useCallback(
    (at: string | undefined) => {
      setFilters({ [pageParameter(list)]: at })
      // The buttons are below the rows, and the next page starts at its top.
      const rows = paging.current?.parentElement
      if (rows && rows.getBoundingClientRect().top < 0) rows.scrollIntoView()
    },
    [list, setFilters],
  )
  return {
    at: filters[pageParameter(list)],
    setAt,
    limit: sizes.includes(size) ? size : sizeFirst,
    setLimit: (chosen: string) => setFilters({ [`${list}.size`]: chosen === sizeFirst ? undefined : chosen }),
    paging,
  }
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
