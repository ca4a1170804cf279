import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Request, RequestRecipient } from '../../../../src/contract/console/messages.ts'
import { useAsk } from '../../data.ts'
import { Rows } from '../../parts/listing.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { showCount, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { Facts } from './facts.tsx'

/** One request: what was asked for, and who of its recipients got no message, and why. */
export function RequestSummary({ account, id }: { readonly account: Account; readonly id: string }) {
  const { data, error, refetch } = useAsk('GET /accounts/:account/requests', {
    path: { account: account.id },
    query: { request: id },
  })
  const request = data?.data[0]
  if (request === undefined) return <Problem error={error} onRetry={() => void refetch()} />
  const { sender, text, campaign, createdAt, dueAt, valid, invalid, duplicates, optedOut } = request
  const leftOut = invalid + duplicates + optedOut
  return (
    <Section title={`Request ${id}`}>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      <Facts
        facts={[
          ['From', sender],
          ['Accepted', <When key="at" at={createdAt} />],
          ...(dueAt > createdAt ? [['To be sent', <When key="due" at={dueAt} />] as const] : []),
          ...(campaign === null ? [] : [['Campaign', campaign] as const]),
          ['Became messages', showCount(valid)],
          ['Not a number', showCount(invalid)],
          ['Given twice', showCount(duplicates)],
          ['Opted out', showCount(optedOut)],
        ]}
      />
      {leftOut > 0 && <LeftOut account={account} request={request} />}
    </Section>
  )
}

const outcomes: Readonly<Record<RequestRecipient['outcome'], string>> = {
  message: 'Became a message',
  invalid: 'Not valid',
  duplicate: 'Given twice',
  opted_out: 'Opted out',
}

const limit = 25

/**
 * Those that became no message. On the server they come after those that did, so the pages before them are left out.
 */
function LeftOut({
  account,
  request: { id, valid, invalid, duplicates, optedOut },
}: {
  readonly account: Account
  readonly request: Request
}) {
  const [page, setPage] = useState(0)
  const firstPage = Math.floor(valid / limit) + 1
  const { data, error, refetch } = useAsk(
    'GET /accounts/:account/requests/:request/recipients',
    { path: { account: account.id, request: id }, query: { page: firstPage + page, limit } },
    { keep: true },
  )
  const kept = data?.refused.kept ?? 0
  const lastPage = Math.floor((valid + kept - 1) / limit) - firstPage + 1
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {showCount(invalid + duplicates + optedOut)} left out
      </Title>
      <Rows
        label="Recipients that were left out"
        rows={data?.data.filter(({ outcome }) => outcome !== 'message')}
        error={error}
        retry={() => void refetch()}
        isFiltered={false}
        empty="None of them was kept."
        keyOf={({ recipientId, number, explanation }) => `${recipientId} ${number} ${explanation}`}
        columns={[
          { label: 'Number', show: ({ number }) => number, width: 180 },
          { label: 'Outcome', show: ({ outcome }) => outcomes[outcome], width: 140 },
          { label: 'Why', show: ({ explanation }) => explanation ?? '–' },
        ]}
      >
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {data &&
              data.refused.kept < data.refused.total &&
              `Only the first ${showCount(kept)} were kept one by one.`}
          </Text>
          {lastPage > 0 && (
            <Group gap="sm">
              <Button size="xs" variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
                Previous
              </Button>
              <Button size="xs" variant="default" disabled={page >= lastPage} onClick={() => setPage(page + 1)}>
                Next
              </Button>
            </Group>
          )}
        </Group>
      </Rows>
    </Stack>
  )
}
