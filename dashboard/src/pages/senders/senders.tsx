import { Button, Group, Select, Stack, Text } from '@mantine/core'
import type { Sender } from '../../../../src/contract/account/senders.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { SenderDialog } from './sender-dialog.tsx'

const choices = [
  { value: '', label: t.senders.allStatuses },
  ...Object.entries(t.senders.statuses).map(([value, label]) => ({ value, label })),
]

export function SendersPage() {
  const account = useThisAccount()
  const [{ q, status = '' }, setFilters] = useFilters()
  const requesting = useOpening<never>()
  return (
    <>
      <PageHead title={t.senders.title} about={t.senders.about}>
        {mayAs(account, 'member') && (
          <Button onClick={() => requesting.open()} leftSection={<Icon name="plus" />}>
            {t.senders.request}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <SearchField label={t.senders.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
          <Select
            aria-label={t.senders.status}
            data={choices}
            value={status}
            allowDeselect={false}
            onChange={(value) => setFilters({ status: value ?? '' })}
            w={{ base: '100%', xs: 180 }}
          />
        </Group>
        <Listing
          route="GET /v2/senders"
          path={{ account: account.id }}
          query={{ q, status }}
          label={t.senders.title}
          keyOf={({ id }) => id}
          empty={t.senders.empty}
          columns={[
            {
              label: t.senders.name,
              width: 160,
              show: ({ sender }) => (
                <Text inherit fw={600}>
                  {sender}
                </Text>
              ),
            },
            { label: t.senders.status, width: '30%', show: (sender) => <SenderStatus of={sender} /> },
            {
              label: t.senders.sample,
              show: ({ sampleContent }) => (
                <Text inherit lineClamp={2}>
                  {sampleContent || '–'}
                </Text>
              ),
            },
            { label: t.senders.requested, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
            { label: t.senders.decided, width: 190, show: ({ decidedAt }) => <When at={decidedAt} /> },
          ]}
        />
      </Stack>
      <SenderDialog opening={requesting} />
    </>
  )
}

function SenderStatus({ of: { status, reason } }: { readonly of: Sender }) {
  return (
    <div>
      <Status value={status} text={t.senders.statuses[status]} />
      <Text size="sm" c="dimmed">
        {reason ?? t.senders.meanings[status]}
      </Text>
    </div>
  )
}
