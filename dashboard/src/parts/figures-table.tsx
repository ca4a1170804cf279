import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SystemReport } from '../../../src/contract/console/reports.ts'
import { fill, t } from '../text.ts'
import { showAmount, showCount, showPercent } from './formats.ts'

type Figures = SystemReport['total']

interface FiguresTableProps {
  readonly label: string
  /** The name of the first column. */
  readonly head: string
  readonly rows: readonly (Figures & { readonly key: string; readonly name: ReactNode })[]
  readonly total?: Figures
  /** Null hides the amounts, because they are in several currencies. */
  readonly currency: string | null
  /** All messages of the report failed. */
  readonly isOfFailed?: boolean
}

const allColumns = ['messages', 'delivered', 'failed', 'pending', 'rate', 'time', 'spent'] as const
const failedColumns = ['failed', 'spent'] as const

/** The figures of messages by group. */
export function FiguresTable({ label, head, rows, total, currency, isOfFailed = false }: FiguresTableProps) {
  const columns = (isOfFailed ? failedColumns : allColumns).filter((name) => name !== 'spent' || currency !== null)
  return (
    <ScrollTable label={label} minWidth={isOfFailed ? 0 : 760} maxHeight={520}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{head}</Table.Th>
          {columns.map((name) => (
            <Table.Th key={name} ta="end">
              {name === 'spent' ? fill(t.reports.spentIn, { currency: currency ?? '' }) : t.reports[name]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, ...figures }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400} maw={320}>
              {name}
            </Table.Th>
            <Cells figures={figures} columns={columns} />
          </Table.Tr>
        ))}
      </Table.Tbody>
      {total && (
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t.reports.total}</Table.Th>
            <Cells figures={total} columns={columns} />
          </Table.Tr>
        </Table.Tfoot>
      )}
    </ScrollTable>
  )
}

type Name = (typeof allColumns)[number]

function Cells({ figures, columns }: { readonly figures: Figures; readonly columns: readonly Name[] }) {
  return columns.map((name) => (
    <Table.Td key={name} ta="end" className="number">
      {cellOf(name, figures)}
    </Table.Td>
  ))
}

function cellOf(name: Name, { deliveryRate, deliverySeconds, spent, ...counts }: Figures): string {
  if (name === 'rate') return deliveryRate === null ? '–' : showPercent(deliveryRate / 100)
  if (name === 'time') return deliverySeconds === null ? '–' : fill(t.reports.seconds, { seconds: deliverySeconds })
  if (name === 'spent') return spent === null ? '–' : showAmount(spent)
  return showCount(counts[name])
}

interface ScrollTableProps {
  readonly label: string
  /** A narrower screen scrolls sideways. */
  readonly minWidth: number
  readonly maxHeight: number
  readonly children: ReactNode
}

/** A table with a fixed head that scrolls in its own box, also by keyboard. */
export function ScrollTable({ label, minWidth, maxHeight, children }: ScrollTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      maxHeight={maxHeight}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
    >
      <Table stickyHeader verticalSpacing={6} aria-label={label} highlightOnHover>
        {children}
      </Table>
    </Table.ScrollContainer>
  )
}
