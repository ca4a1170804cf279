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
}

/** The figures of messages by group. */
export function FiguresTable({ label, head, rows, total, currency }: FiguresTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={760}
      maxHeight={520}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
    >
      <Table stickyHeader verticalSpacing={6} aria-label={label} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head}</Table.Th>
            <Table.Th ta="end">{t.reports.messages}</Table.Th>
            <Table.Th ta="end">{t.reports.delivered}</Table.Th>
            <Table.Th ta="end">{t.reports.failed}</Table.Th>
            <Table.Th ta="end">{t.reports.pending}</Table.Th>
            <Table.Th ta="end">{t.reports.rate}</Table.Th>
            <Table.Th ta="end">{t.reports.time}</Table.Th>
            {currency !== null && <Table.Th ta="end">{fill(t.reports.spentIn, { currency })}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, ...figures }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400} maw={320}>
                {name}
              </Table.Th>
              <Cells figures={figures} currency={currency} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        {total && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row">{t.reports.total}</Table.Th>
              <Cells figures={total} currency={currency} />
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Table.ScrollContainer>
  )
}

function Cells({ figures, currency }: { readonly figures: Figures; readonly currency: string | null }) {
  const { messages, delivered, failed, pending, deliveryRate, deliverySeconds, spent } = figures
  const cells = [
    ['messages', showCount(messages)],
    ['delivered', showCount(delivered)],
    ['failed', showCount(failed)],
    ['pending', showCount(pending)],
    ['rate', deliveryRate === null ? '–' : showPercent(deliveryRate / 100)],
    ['time', deliverySeconds === null ? '–' : fill(t.reports.seconds, { seconds: deliverySeconds })],
    ...(currency === null || spent === null ? [] : [['spent', showAmount(spent)]]),
  ]
  return cells.map(([name, text]) => (
    <Table.Td key={name} ta="end" className="number">
      {text}
    </Table.Td>
  ))
}
