import { SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { Import, RowOutcome } from '../../../../src/contract/console/contacts.ts'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { Status, showCount } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { isUnderWay } from './import-status.tsx'

/** What the outcomes are called, for people. */
const outcomes: Readonly<Record<RowOutcome, string>> = {
  added: 'added',
  updated: 'updated',
  invalid: 'left out',
}

export function ImportReport({ of }: { readonly of: Import }) {
  const { id: account } = useThisAccount()
  const [{ outcome = '' }, setFilters] = useFilters()
  const choices = [
    { value: '', label: `All (${showCount(of.rowsDone)})` },
    { value: 'invalid', label: `Left out (${showCount(of.invalid)})` },
    { value: 'added', label: `Added (${showCount(of.added)})` },
    { value: 'updated', label: `Updated (${showCount(of.updated)})` },
  ]
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          Row by row
        </Title>
        <Text c="dimmed">Row 1 is the first one after the names of the columns.</Text>
      </div>
      <SegmentedControl
        aria-label="Rows to show"
        data={choices}
        value={outcome}
        onChange={(value) => setFilters({ outcome: value })}
        className="wrapping"
      />
      <Listing
        route="GET /accounts/:account/imports/:import/rows"
        path={{ account, import: of.id }}
        query={{ outcome }}
        label="Rows of the file"
        keyOf={({ row }) => row}
        {...(isUnderWay(of) ? { everySeconds: 2 } : {})}
        empty="No row is done yet."
        columns={[
          { label: 'Row', right: true, width: 90, show: ({ row }) => showCount(row) },
          {
            label: 'Number in the file',
            width: 220,
            show: ({ phone }) => <span className="number">{phone === '' ? 'empty' : phone}</span>,
          },
          { label: 'Outcome', width: 120, show: (row) => <Status value={outcomes[row.outcome]} /> },
          { label: 'Why', show: ({ why }) => why ?? '–' },
        ]}
      />
    </Stack>
  )
}
