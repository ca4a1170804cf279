import { Box, Paper, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../text.ts'
import { Icon, type IconName } from './icon.tsx'
import { Problem, Waiting } from './problem.tsx'

export interface Column<Row> {
  readonly label: string
  readonly show: (row: Row) => ReactNode
  /** Sentences, which take the whole width on a phone. */
  readonly prose?: boolean
  /** Numbers are aligned to the end. */
  readonly right?: boolean
  readonly width?: number | string
  /** In a `ResourceList`, opens the form of the row. */
  readonly edits?: boolean
  /** Only screen readers get the header. */
  readonly hidden?: boolean
}

export interface CommonProps<Row> {
  /** The name of the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  /** The empty state: what will appear and how to begin. */
  readonly empty: ReactNode
  /** The address of a row’s own page. The first column links to it. */
  readonly opens?: (row: Row) => string
  /** Polling interval, for data without live events. */
  readonly everySeconds?: number
}

interface RowsProps<Row> extends Pick<CommonProps<Row>, 'label' | 'columns' | 'keyOf' | 'empty' | 'opens'> {
  readonly rows: readonly Row[] | undefined
  /** Of the query of the rows. */
  readonly error?: Error | null
  readonly retry?: () => unknown
  readonly isFiltered?: boolean
  /** The empty state of a filtered list. */
  readonly noMatches?: string
  readonly children?: ReactNode
}

/** The table itself, with its states. Rows stay visible under a connection error. */
export function Rows<Row>({
  label,
  columns,
  keyOf,
  empty,
  opens,
  rows,
  error = null,
  retry,
  isFiltered = false,
  noMatches = t.shared.noMatches,
  children,
}: RowsProps<Row>) {
  const hasRows = rows !== undefined && rows.length > 0
  return (
    <Stack gap="sm">
      <Problem error={error} onRetry={retry && (() => void retry())} />
      {rows === undefined && error === null && <Waiting label={label} />}
      {rows !== undefined && !hasRows && (
        <Empty icon={isFiltered ? 'search' : 'drum'}>{isFiltered ? noMatches : empty}</Empty>
      )}
      {hasRows && (
        <Paper withBorder px={{ base: 'sm', sm: 0 }}>
          <Table.ScrollContainer minWidth={0} scrollAreaProps={{ offsetScrollbars: false }}>
            <Table className="listing" verticalSpacing="xs" aria-label={label}>
              <Table.Thead>
                <Table.Tr>
                  {columns.map(({ label: name, right, width, hidden }) => (
                    <Table.Th key={name} ta={right ? 'end' : 'start'} w={width}>
                      {hidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              {/* Plain elements: Mantine’s cells take most of the time after a change of the filters. */}
              <tbody>
                {rows.map((row) => (
                  <tr key={keyOf(row)}>
                    {columns.map(({ label: name, show, right, prose, hidden }, place) => (
                      <td
                        key={name}
                        data-label={hidden ? '' : name}
                        className={right ? 'number' : prose ? 'prose' : undefined}
                      >
                        {place === 0 && opens ? <Link to={opens(row)}>{show(row)}</Link> : <div>{show(row)}</div>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      {children}
    </Stack>
  )
}

/** The empty state of a list: what will appear, and how to begin. */
export const EmptyList = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack gap={4}>
    <Text fw={600}>{title}</Text>
    <span>{children}</span>
  </Stack>
)

/** The empty state of a list or a chart. */
function Empty({ icon = 'drum', children }: { readonly icon?: IconName; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" c="dimmed">
        <Box c="ngoma" opacity={0.6}>
          <Icon name={icon} size={44} />
        </Box>
        <Text ta="center" component="div" maw={480}>
          {children}
        </Text>
      </Stack>
    </Paper>
  )
}
