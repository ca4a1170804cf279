import { List, Select, Stack, Text } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, When } from '../../parts/text.tsx'

/** Receipts that belong to no message. */
export function ReceiptsPage() {
  const [{ carrier }, setFilters] = useFilters()
  const carriers = useAsk('GET /carriers', {})
  const names = [
    ...new Set([...(carriers.data?.data ?? []).map(({ name }) => name), ...(carrier === undefined ? [] : [carrier])]),
  ]
  return (
    <>
      <PageHead
        title="Unmatched receipts"
        about="A receipt is the word of a carrier about what became of a message. These came with an id that no message has; each is tried again for a day, because some come before their message is written down."
      />
      <Stack gap="lg">
        <Select
          label="Carrier"
          placeholder="All carriers"
          maw={320}
          clearable
          data={names}
          value={carrier ?? null}
          onChange={(value) => setFilters({ carrier: value ?? undefined })}
        />
        <Listing
          label="Unmatched receipts"
          route="GET /receipts/unknown"
          query={{ carrier }}
          everySeconds={15}
          keyOf={({ id }) => id}
          empty="There are none: every receipt found its message."
          columns={[
            { label: 'Received', show: ({ receivedAt }) => <When at={receivedAt} />, width: 190 },
            { label: 'Carrier', show: (row) => row.carrier, width: '16%' },
            { label: 'Id in the receipt', show: ({ reference }) => <span className="code">{reference}</span> },
            { label: 'Says', show: ({ status }) => <Status value={status} />, width: 130 },
            { label: 'Reason', show: ({ reason }) => reason ?? '–' },
            { label: 'Tried again', show: ({ givenUp }) => (givenUp ? 'No, given up' : 'Yes'), width: 130 },
          ]}
        />
        <Section title="What they mean">
          <List spacing="xs">
            <List.Item>
              <b>A few are harmless:</b> another program sends with the same system id, or the message was forgotten
              before its receipt came.
            </List.Item>
            <List.Item>
              <b>Many from one carrier:</b> it writes ids differently in answers and in receipts, such as 1A2B and 6699,
              which is the same number. In its settings set “Message ids in answers” and “Message ids in receipts” to
              hex and decimal, or the other way round. Messages sent from then on find their receipts.
            </List.Item>
            <List.Item>
              <b>None here, and messages never end:</b> the carrier may send no receipts, or not mark them as such
              (“Unmarked receipts” in its settings).
            </List.Item>
          </List>
          <Text size="sm" c="dimmed">
            Receipts of carriers that were removed stay in the list.
          </Text>
        </Section>
      </Stack>
    </>
  )
}
