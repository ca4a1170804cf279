import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

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
