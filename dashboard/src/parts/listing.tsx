import { Button, Group, Pagination, Select, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ItemOf, ListRoute, RequestOf } from '../../../src/contract/console/index.ts'
import { isOfAccountApi, placeOf } from '../../../src/values/address.ts'
import { type Params, Unreachable } from '../api.ts'
import { type Readable, useList } from '../data.ts'
import { fill, t, wordFor } from '../text.ts'
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

/** A list: with a cursor in the account API, with numbered pages in the console. */
export function Listing<Route extends ListRoute & Readable>(props: ListProps<Route>) {
  return isOfAccountApi(props.route) ? <CursorListing {...props} /> : <NumberedListing {...props} />
}

function NumberedListing<Route extends ListRoute & Readable>({
  route,
  path,
  query,
  everySeconds,
  ...rest
}: ListProps<Route>) {
  const address = placeOf(route, path)
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(sizeFirst)
  const filters = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed filter returns to the first page
  useEffect(() => setPage(1), [filters, address])
  const often = everySeconds === undefined ? {} : { everySeconds }
  const asked = useList(route, { path, query }, { page, limit }, often)
  const shown = useShown(address, asked.data, asked.error)
  const lastPage = asked.isPlaceholderData ? undefined : asked.data?.pagination?.totalPages
  // Deleting the last row of the last page removes that page.
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) setPage(Math.max(lastPage, 1))
  }, [lastPage, page])
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
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {fill(hasMore ? t.shared.totalAtLeast : t.shared.total, { count: totalItems })}
          </Text>
          <Group gap="sm">
            <SizeSelect
              value={limit}
              onChange={(value) => {
                setLimit(value)
                setPage(1)
              }}
            />
            {totalPages > 1 && (
              <Pagination
                size="sm"
                total={totalPages}
                value={page}
                onChange={setPage}
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
  const [cursors, setCursors] = useState<readonly string[]>([])
  const [limit, setLimit] = useState(sizeFirst)
  const filters = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed filter returns to the first page
  useEffect(() => setCursors([]), [filters, address])
  const often = everySeconds === undefined ? {} : { everySeconds }
  const asked = useList(route, { path, query }, { cursor: cursors.at(-1), limit }, often)
  const shown = useShown(address, asked.data, asked.error)
  const next = shown?.next ?? null
  const total = shown?.total ?? null
  // Deleting the last row of the last page removes that page.
  const isPastEnd = !asked.isPlaceholderData && asked.data?.data.length === 0 && asked.data.next === null
  useEffect(() => {
    if (isPastEnd) setCursors((all) => all.slice(0, -1))
  }, [isPastEnd])
  const isPaged = cursors.length > 0 || next !== null
  return (
    <Rows
      {...rest}
      rows={shown?.data}
      error={asked.error}
      retry={() => void asked.refetch()}
      isFiltered={(rest.isFiltered ?? isFiltered(query)) || cursors.length > 0}
    >
      {(isPaged || (total !== null && total > Number(sizes[0]))) && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {shown?.searchedTo && next !== null
              ? fill(t.shared.searchedTo, { time: showTime(new Date(shown.searchedTo)) })
              : total !== null && fill(t.shared.total, { count: total })}
          </Text>
          <Group gap="sm">
            <SizeSelect
              value={limit}
              onChange={(value) => {
                setLimit(value)
                setCursors([])
              }}
            />
            {isPaged && (
              <>
                <Button
                  size="xs"
                  variant="default"
                  disabled={cursors.length === 0}
                  onClick={() => setCursors(cursors.slice(0, -1))}
                >
                  {t.shared.paging.previous}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={next === null}
                  onClick={() => next !== null && setCursors([...cursors, next])}
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
