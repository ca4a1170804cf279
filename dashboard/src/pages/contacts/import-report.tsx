import { SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { Import } from '../../../../src/contract/account/contacts.ts'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { Phone } from '../../parts/phone.tsx'
import { Status, showCount } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

export function ImportReport({ of }: { readonly of: Import }) {
  const { id: account } = useThisAccount()
  const [{ outcome = '' }, setFilters] = useFilters()
  const choices = [
    { value: '', label: fill(t.contacts.report.all, { count: of.rowsDone }) },
    { value: 'invalid', label: fill(t.contacts.report.skipped, { count: of.invalid }) },
    { value: 'added', label: fill(t.contacts.report.added, { count: of.added }) },
    { value: 'updated', label: fill(t.contacts.report.updated, { count: of.updated }) },
  ]
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {t.contacts.report.title}
        </Title>
        <Text c="dimmed">{t.contacts.report.about}</Text>
      </div>
      <SegmentedControl
        aria-label={t.contacts.report.filter}
        data={choices}
        value={outcome}
        onChange={(value) => setFilters({ outcome: value })}
        className="wrapping"
      />
      <Listing
        route="GET /v2/imports/:import/rows"
        path={{ account, import: of.id }}
        query={{ outcome }}
        label={t.contacts.report.label}
        keyOf={({ row }) => row}
        everySeconds={isUnderWay(of) ? 2 : undefined}
        empty={t.contacts.report.empty}
        columns={[
          { label: t.contacts.report.row, right: true, width: 90, show: ({ row }) => showCount(row) },
          {
            label: t.contacts.report.phone,
            width: 220,
            show: ({ phone, outcome }) =>
              outcome === 'invalid' ? (
                <span className="number">{phone || t.contacts.report.noPhone}</span>
              ) : (
                <Phone of={phone} />
              ),
          },
          {
            label: t.contacts.report.outcome,
            width: 120,
            show: ({ outcome }) => <Status value={outcome} text={t.contacts.outcomes[outcome]} />,
          },
          { label: t.contacts.report.reason, show: ({ why }) => why ?? '–' },
        ]}
      />
    </Stack>
  )
}

export const isUnderWay = ({ status }: Pick<Import, 'status'>) => status === 'uploading' || status === 'waiting'

/** The server calls an import `waiting` between two chunks of rows; people see it as running. */
export function ImportStatus({ of: { status, rowsDone } }: { readonly of: Pick<Import, 'status' | 'rowsDone'> }) {
  return <Status value={status === 'waiting' && rowsDone > 0 ? 'running' : status} />
}
