import {
  Button,
  Center,
  Group,
  Pagination,
  Paper,
  Select,
  Skeleton,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ItemOf, ListRoute, RequestOf } from '../../../src/contract/console/index.ts'
import { fillPath, splitRoute } from '../../../src/values/address.ts'
import { type Params, Unreachable } from '../api.ts'
import { type Readable, useList } from '../data.ts'
import { Problem } from './problem.tsx'
import { showCount } from './text.tsx'

/**
 * The lists of all pages: they ask the server for a page at a time, and say when there is nothing, when they wait, and
 * when something went wrong.
 */

export interface Column<Row> {
  readonly label: string
  readonly show: (row: Row) => ReactNode
  /** Sentences: on a phone they have the whole width, and begin at the left. */
  readonly prose?: boolean
  /** Numbers stand to the right. */
  readonly right?: boolean
  readonly width?: number | string
  /** The head is there for who can't see only: what is in the cells says itself what it is. */
  readonly hidden?: boolean
}

interface CommonProps<Row> {
  /** What it is a list of, for who can't see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  /** When there is nothing at all: what would be here, and what to do about it. */
  readonly empty: ReactNode
  /** The page of a row, where it has one: its first column is the link. */
  readonly opens?: (row: Row) => string
  /** Ask again so often, for what no hint of the server tells about. */
  readonly everySeconds?: number
}

type ListProps<Route extends ListRoute & Readable> = CommonProps<ItemOf<Route>> & {
  /** Which list of the console it is. */
  readonly route: Route
  /** Filters. A change of them begins with the first page again. */
  readonly query?: RequestOf<Route>['query']
} & Pick<RequestOf<Route>, 'path'>

const sizes = ['10', '25', '50', '100']

/** A list whose pages have numbers. */
export function Listing<Route extends ListRoute & Readable>({
  route,
  path,
  query,
  everySeconds,
  ...rest
}: ListProps<Route>) {
  const address = fillPath(splitRoute(route).pattern, path)
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState('25')
  const filters = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => setPage(1), [filters, address])
  const often = everySeconds === undefined ? {} : { everySeconds }
  const asked = useList(route, { path, query }, { page, limit }, often)
  const shown = useShown(address, asked.data, asked.error)
  const lastPage = asked.isPlaceholderData ? undefined : asked.data?.pagination?.totalPages
  // The last row of the last page may be gone, and the page with it.
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) setPage(Math.max(lastPage, 1))
  }, [lastPage, page])
  const { totalItems = shown?.data.length ?? 0, totalPages = 1 } = shown?.pagination ?? {}
  return (
    <Rows
      {...rest}
      rows={shown?.data}
      error={asked.error}
      retry={() => void asked.refetch()}
      isFiltered={isFiltered(query)}
    >
      {totalItems > 10 && (
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {showCount(totalItems)} in all
          </Text>
          <Group gap="sm">
            <Select
              aria-label="Rows on a page"
              size="xs"
              w={110}
              allowDeselect={false}
              data={sizes.map((value) => ({ value, label: `${value} rows` }))}
              value={limit}
              onChange={(value) => {
                setLimit(value ?? '25')
                setPage(1)
              }}
            />
            {totalPages > 1 && (
              <Pagination
                size="sm"
                total={totalPages}
                value={page}
                onChange={setPage}
                getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
              />
            )}
          </Group>
        </Group>
      )}
    </Rows>
  )
}

/** A list that goes on for ever: newest first, and older ones from a mark on. */
export function EndlessListing<Route extends ListRoute & Readable>({
  route,
  path,
  query,
  everySeconds,
  ...rest
}: ListProps<Route>) {
  const address = fillPath(splitRoute(route).pattern, path)
  const [marks, setMarks] = useState<readonly string[]>([])
  const filters = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => setMarks([]), [filters, address])
  const often = everySeconds === undefined ? {} : { everySeconds }
  const asked = useList(route, { path, query }, { before: marks.at(-1), limit: 25 }, often)
  const shown = useShown(address, asked.data, asked.error)
  const next = shown?.next ?? null
  return (
    <Rows
      {...rest}
      rows={shown?.data}
      error={asked.error}
      retry={() => void asked.refetch()}
      isFiltered={isFiltered(query) || marks.length > 0}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {shown?.searchedTo && next !== null && `Searched back to ${new Date(shown.searchedTo).toLocaleString()}`}
        </Text>
        {(marks.length > 0 || next !== null) && (
          <Group gap="sm">
            <Button
              size="xs"
              variant="default"
              disabled={marks.length === 0}
              onClick={() => setMarks(marks.slice(0, -1))}
            >
              Newer
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={next === null}
              onClick={() => next !== null && setMarks([...marks, next])}
            >
              {asked.data?.searchedTo && next !== null ? 'Search on' : 'Older'}
            </Button>
          </Group>
        )}
      </Group>
    </Rows>
  )
}

/**
 * What was answered last stays while nothing can be asked. A refusal is an answer: under it the old rows would look
 * like the ones that were asked for.
 */
function useShown<Page>(path: string, data: Page | undefined, error: Error | null): Page | undefined {
  const last = useRef<readonly [path: string, data: Page] | null>(null)
  if (data !== undefined) last.current = [path, data]
  if (data !== undefined || !(error instanceof Unreachable) || last.current?.[0] !== path) return data
  return last.current[1]
}

const isFiltered = (query: Params = {}) =>
  Object.values(query).some((value) => value !== undefined && value !== null && value !== '')

interface RowsProps<Row> extends Pick<CommonProps<Row>, 'label' | 'columns' | 'keyOf' | 'empty' | 'opens'> {
  readonly rows: readonly Row[] | undefined
  readonly error: Error | null
  readonly retry: () => void
  readonly isFiltered: boolean
  readonly children?: ReactNode
}

/** The rows themselves. What was there stays while the connection is away, under a word about that. */
export function Rows<Row>({
  label,
  columns,
  keyOf,
  empty,
  opens,
  rows,
  error,
  retry,
  isFiltered,
  children,
}: RowsProps<Row>) {
  const hasRows = rows !== undefined && rows.length > 0
  return (
    <Stack gap="sm">
      <Problem error={error} onRetry={retry} />
      {rows === undefined && error === null && <Waiting label={label} />}
      {rows !== undefined && !hasRows && (
        <Paper withBorder p="xl">
          <Center>
            <Text c="dimmed" ta="center" component="div">
              {isFiltered ? 'Nothing matches.' : empty}
            </Text>
          </Center>
        </Paper>
      )}
      {hasRows && (
        <Paper withBorder px={{ base: 'sm', sm: 0 }}>
          <Table.ScrollContainer minWidth={0} scrollAreaProps={{ offsetScrollbars: false }}>
            <Table className="listing" verticalSpacing="xs" highlightOnHover aria-label={label}>
              <Table.Thead>
                <Table.Tr>
                  {columns.map(({ label: name, right, width, hidden }) => (
                    <Table.Th key={name} ta={right ? 'right' : 'left'} w={width}>
                      {hidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={keyOf(row)}>
                    {columns.map(({ label: name, show, right, prose, hidden }, place) => (
                      <Table.Td
                        key={name}
                        data-label={hidden ? '' : name}
                        ta={right ? 'right' : 'left'}
                        className={right ? 'number' : prose ? 'prose' : ''}
                      >
                        {place === 0 && opens ? <Link to={opens(row)}>{show(row)}</Link> : <div>{show(row)}</div>}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      {children}
    </Stack>
  )
}

function Waiting({ label }: { readonly label: string }) {
  return (
    <Stack gap="xs" role="status" aria-label={`${label}: loading`}>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} height={36} />
      ))}
    </Stack>
  )
}
