import { Anchor, Center, Loader, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PhoneMessage } from '../../../../src/contract/console/inbound.ts'
import { useAsk } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { endingOf } from './endings.tsx'
import { Frame } from './frame.tsx'
import { hasStopped, partnersOf } from './phone.ts'
import { Reply } from './reply.tsx'
import { Thread } from './thread.tsx'

const atFirst = 30
/** As many as the server gives at once. Older ones are found among the messages. */
const atMost = 200

/** A phone of the simulated network: what arrived on it, live, and what its owner would answer. */
export function VirtualPhone({
  account,
  phone,
  isAlone = false,
}: {
  readonly account: Account
  readonly phone: string
  readonly isAlone?: boolean
}) {
  const [limit, setLimit] = useState(atFirst)
  const asked = useAsk(
    'GET /accounts/:account/phones/:phone/messages',
    { path: { account: account.id, phone }, query: { limit } },
    { keep: true },
  )
  const messages = asked.data?.data
  const arrival = useArrival(messages)
  return (
    <Frame phone={phone} arrival={arrival} isLarge={isAlone} {...(isAlone ? {} : { opens: `${account.path}/phones` })}>
      <Problem error={asked.error} onRetry={() => void asked.refetch()} />
      {messages === undefined && asked.error === null && (
        <Center flex={1} role="status" aria-label={`Messages on ${phone}: loading`}>
          <Loader size="sm" />
        </Center>
      )}
      {messages?.length === 0 && <Nothing account={account} phone={phone} />}
      {messages !== undefined && messages.length > 0 && (
        <>
          <Thread
            phone={phone}
            newestFirst={messages}
            onOlder={asked.data?.next === null || limit === atMost ? null : () => setLimit(Math.min(limit * 3, atMost))}
          />
          {mayAs(account, 'member') && (
            <Reply account={account} phone={phone} partners={partnersOf(messages)} hasStopped={hasStopped(messages)} />
          )}
        </>
      )}
    </Frame>
  )
}

/** The last message that arrived, once it is another than when the phone was first shown. */
function useArrival(messages: readonly PhoneMessage[] | undefined): string | null {
  const newest = messages?.find(({ direction }) => direction === 'in')?.id ?? null
  const [first, setFirst] = useState<string | null | undefined>(undefined)
  if (first === undefined && messages !== undefined) setFirst(newest)
  return first === undefined || newest === first ? null : newest
}

function Nothing({ account, phone }: { readonly account: Account; readonly phone: string }) {
  const ending = endingOf(phone)
  return (
    <Center flex={1} p="md">
      <Text size="sm" c="dimmed" ta="center" component="div">
        Nothing has arrived on this phone.
        {ending && (
          <div>
            Its number ends in {ending.end}: {ending.does}.
          </div>
        )}
        <Anchor component={Link} to={`${account.path}/messages`} search={{ phone: Number(phone) } as never} size="sm">
          See what was sent to it
        </Anchor>
      </Text>
    </Center>
  )
}
