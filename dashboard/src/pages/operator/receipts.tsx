import { Box, List, Select } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { useFilters } from '../../parts/filters.ts'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Section } from '../../parts/section.tsx'
import { Note, Status, When } from '../../parts/text.tsx'
import { fill, rich } from '../../text.ts'

/** Delivery receipts that match no message. */
export function ReceiptsPage() {
  const [{ carrier }, setFilters] = useFilters()
  const carriers = useAsk('GET /providers', { query: { product: 'sms' } })
  const names = [
    ...new Set([...(carriers.data?.data ?? []).map(({ name }) => name), ...(carrier === undefined ? [] : [carrier])]),
  ]
  return (
    <>
      <ResourcePage
        route="GET /receipts/unknown"
        query={{ carrier }}
        title={t.receipts.title}
        about={t.receipts.about}
        filters={
          <Select
            label={t.receipts.carrier}
            placeholder={t.receipts.allCarriers}
            w={{ base: '100%', xs: 320 }}
            clearable
            clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: t.receipts.carrier }) }}
            data={names}
            value={carrier ?? null}
            onChange={(value) => setFilters({ carrier: value ?? undefined })}
          />
        }
        everySeconds={15}
        empty={t.receipts.empty}
        columns={[
          { label: t.receipts.received, show: ({ receivedAt }) => <When at={receivedAt} />, width: 190 },
          { label: t.receipts.carrier, show: (row) => row.carrier, width: '16%' },
          { label: t.receipts.id, show: ({ reference }) => <span className="code">{reference}</span> },
          { label: t.receipts.status, show: ({ status }) => <Status value={status} />, width: 130 },
          { label: t.receipts.reason, show: ({ reason }) => reason ?? '–' },
          {
            label: t.receipts.retrying,
            show: ({ givenUp }) => (givenUp ? t.receipts.givenUp : t.receipts.yes),
            width: 130,
          },
        ]}
      />
      <Box mt="lg">
        <Section title={t.receipts.meaning}>
          <List spacing="xs">
            {[t.receipts.few, t.receipts.many, t.receipts.none].map((cause) => (
              <List.Item key={cause}>{rich(cause, { b: (text) => <b>{text}</b> })}</List.Item>
            ))}
          </List>
          <Note>{t.receipts.removedCarriers}</Note>
        </Section>
      </Box>
    </>
  )
}
