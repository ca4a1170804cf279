import { Group, Stack, Text, Title } from '@mantine/core'
import type { Request } from '../../../../src/contract/account/messages.ts'
import { useAsk } from '../../data.ts'
import { useListPlace } from '../../parts/filters.ts'
import { showCount } from '../../parts/formats.ts'
import { explainReason } from '../../parts/labels.ts'
import { Rows } from '../../parts/listing.tsx'
import { Phone } from '../../parts/phone.tsx'
import { PlaceButtons } from '../../parts/place-buttons.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Facts, Section } from '../../parts/section.tsx'

import { Amount, Note, StoredText, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { RequestProgress } from './request-progress.tsx'
import { Resend } from './resend.tsx'

/** One request, with the recipients that were skipped and the reasons. */
export function RequestSummary({ account, id }: { readonly account: Account; readonly id: string }) {
  const {
    data: request,
    error,
    refetch,
  } = useAsk('GET /v2/requests/:request', { path: { account: account.id, request: id } })
  const { data: failed } = useAsk('GET /v2/messages', {
    path: { account: account.id },
    query: { request: id, status: 'undelivered', limit: 1 },
  })
  if (request === undefined) return <Problem error={error} onRetry={() => void refetch()} />
  const { sender, text, format, campaign, createdAt, dueAt, valid, invalid, duplicates, optedOut, price, currency } =
    request
  const skipped = invalid + duplicates + optedOut
  return (
    <Section
      title={fill(t.messages.requestTitle, { id })}
      action={
        // A search that stopped early has not read all messages of a large request.
        failed !== undefined &&
        (failed.data.length > 0 || failed.next !== null) && <Resend account={account} of={{ request: request.id }} />
      }
    >
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <StoredText text={text} format={format} />
      </Text>
      {valid > 0 && <RequestProgress request={request} />}
      <Facts
        facts={[
          [t.messages.from, sender],
          [t.messages.acceptedAt, <When key="at" at={createdAt} />],
          ...(dueAt > createdAt ? [[t.messages.scheduledFor, <When key="due" at={dueAt} />] as const] : []),
          [t.messages.cost, <Amount key="cost" value={price} currency={currency} />],
          ...(campaign === null ? [] : [[t.messages.campaign, campaign] as const]),
          [t.messages.acceptedCount, showCount(valid)],
          [t.messages.invalidCount, showCount(invalid)],
          [t.messages.duplicatesCount, showCount(duplicates)],
          [t.messages.optedOutCount, showCount(optedOut)],
        ]}
      />
      {skipped > 0 && <Skipped account={account} request={request} />}
    </Section>
  )
}

const limit = 25

/** The skipped recipients. */
function Skipped({
  account,
  request: { id, invalid, duplicates, optedOut },
}: {
  readonly account: Account
  readonly request: Request
}) {
  const place = useListPlace('skipped')
  const { data, error, refetch } = useAsk(
    'GET /v2/requests/:request/recipients',
    { path: { account: account.id, request: id }, query: { refused: 'true', cursor: place.cursor, limit } },
    { keep: true },
  )
  const kept = data?.refused.kept ?? 0
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {fill(t.messages.skippedTitle, { count: invalid + duplicates + optedOut })}
      </Title>
      <Rows
        label={t.messages.skippedList}
        rows={data?.data}
        error={error}
        retry={refetch}
        empty={t.messages.skippedEmpty}
        keyOf={({ recipientId, number, explanation }) => `${recipientId} ${number} ${explanation}`}
        columns={[
          { label: t.messages.number, show: ({ number }) => <Phone of={number} />, width: 180 },
          { label: t.messages.outcome, show: ({ outcome }) => t.messages.outcomes[outcome], width: 140 },
          { label: t.messages.reason, show: ({ reason, explanation }) => explainReason(reason, explanation) ?? '–' },
        ]}
      >
        <Group justify="space-between">
          <Note>
            {data && data.refused.kept < data.refused.total && fill(t.messages.skippedFirst, { count: kept })}
          </Note>
          <PlaceButtons place={place} next={data?.next ?? null} />
        </Group>
      </Rows>
    </Stack>
  )
}
