import { Button, Group, Select, Stack, Text } from '@mantine/core'
import type { Sender } from '../../../../src/contract/console/senders.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { SenderDialog } from './sender-dialog.tsx'

const meanings: Readonly<Record<Sender['status'], string>> = {
  pending: 'waits for the operator',
  active: 'can be used',
  rejected: 'was not granted',
  inactive: 'was taken out of use',
}

const choices = [
  { value: '', label: 'Every status' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'inactive', label: 'Inactive' },
]

export function SendersPage() {
  const account = useThisAccount()
  const [{ q, status = '' }, setFilters] = useFilters()
  const asking = useOpening<never>()
  return (
    <>
      <PageHead
        title="Sender names"
        about="What people see as the sender of your messages, in the place of a number. The operator approves each name, so that nobody can pass for somebody else."
      >
        {mayAs(account, 'member') && (
          <Button onClick={() => asking.open()} leftSection={<Icon name="plus" />}>
            Ask for a name
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <SearchField label="Search by name" value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
          <Select
            aria-label="Status"
            data={choices}
            value={status}
            allowDeselect={false}
            onChange={(value) => setFilters({ status: value ?? '' })}
            w={{ base: '100%', xs: 180 }}
          />
        </Group>
        <Listing
          route="GET /accounts/:account/senders"
          path={{ account: account.id }}
          query={{ q, status }}
          label="Sender names"
          keyOf={({ id }) => id}
          empty="There is no sender name yet. Ask for one: without it nothing can be sent."
          columns={[
            {
              label: 'Name',
              width: 160,
              show: ({ sender }) => (
                <Text inherit fw={600}>
                  {sender}
                </Text>
              ),
            },
            { label: 'Status', width: '30%', show: (sender) => <Standing of={sender} /> },
            {
              label: 'Sample',
              show: ({ sampleContent }) => (
                <Text inherit lineClamp={2}>
                  {sampleContent || '–'}
                </Text>
              ),
            },
            { label: 'Asked for', width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
            { label: 'Decided', width: 190, show: ({ decidedAt }) => <When at={decidedAt} /> },
          ]}
        />
      </Stack>
      <SenderDialog opening={asking} />
    </>
  )
}

function Standing({ of: { status, reason } }: { readonly of: Sender }) {
  return (
    <div>
      <Status value={status} />
      <Text size="sm" c="dimmed">
        {reason ?? meanings[status]}
      </Text>
    </div>
  )
}
