import { Stack, Text } from '@mantine/core'
import type { CarrierErrorCode } from '../../../../../src/contract/console/routing.ts'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { explainReason } from '../../../parts/labels.ts'
import { Rows } from '../../../parts/listing.tsx'
import { Section } from '../../../parts/section.tsx'
import { linkTo, Note } from '../../../parts/text.tsx'
import { rich } from '../../../text.ts'

/** The meaning of the error codes of a carrier, and how to change it. */
export function ErrorCodes({ carrier }: { readonly carrier: string }) {
  const { data, error, refetch } = useAsk('GET /providers/:provider/errors', { path: { provider: carrier } })
  const codes = (label: string, rows: readonly CarrierErrorCode[] | undefined) => (
    <Rows<CarrierErrorCode>
      label={label}
      rows={rows}
      error={error}
      retry={refetch}
      keyOf={({ code }) => code}
      empty=""
      columns={[
        { label: t.carriers.errors.code, show: ({ code }) => <code>{code}</code>, width: 130 },
        { label: t.carriers.errors.action, show: ({ action }) => t.carriers.errors.actions[action], width: 130 },
        { label: t.carriers.errors.reason, show: (one) => <Reason {...one} /> },
        {
          label: t.carriers.errors.source,
          show: ({ isOwn }) => (isOwn ? t.carriers.errors.own : t.carriers.errors.byDefault),
          width: 130,
        },
      ]}
    />
  )
  return (
    <Stack gap="md">
      <Text>
        {rich(t.carriers.errors.change, { link: linkTo(`/operator/providers/${carrier}`, { tab: 'settings' }) })}
      </Text>
      <Section title={t.carriers.errors.statuses} about={t.carriers.errors.statusesAbout} isBare>
        {codes(t.carriers.errors.statuses, data?.statuses)}
      </Section>
      <Section title={t.carriers.errors.receipts} about={t.carriers.errors.receiptsAbout} isBare>
        {codes(t.carriers.errors.receipts, data?.receipts)}
      </Section>
    </Stack>
  )
}

function Reason({ reason, text }: CarrierErrorCode) {
  return (
    <>
      <code>{reason}</code>
      <Note>{explainReason(reason, text)}</Note>
    </>
  )
}
