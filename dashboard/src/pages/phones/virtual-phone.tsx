import { Center, Text } from '@mantine/core'
import { useState } from 'react'
import type { PhoneMessage } from '../../../../src/contract/console/inbound.ts'
import { useAsk } from '../../data.ts'
import { withPlus } from '../../parts/numbers.ts'
import { Frame } from '../../parts/phone-frame.tsx'
import { Problem, Waiting } from '../../parts/problem.tsx'
import { PageLink } from '../../parts/text.tsx'

import { type Account, mayAs } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { endingOf } from './endings.tsx'
import { hasStopped, partnersOf } from './phone.ts'
import { Reply } from './reply.tsx'
import { Thread } from './thread.tsx'

const atFirst = 30
/** The server's limit. Older messages are on the Messages page. */
const atMost = 200

/** A phone of the simulated network, with its messages and a reply field. */
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
    <Frame phone={phone} arrival={arrival} isLarge={isAlone} opens={isAlone ? undefined : `${account.path}/phones`}>
      <Problem error={asked.error} onRetry={() => void asked.refetch()} />
      {messages === undefined && asked.error === null && <Waiting label={fill(t.phones.messagesOn, { phone })} />}
      {messages?.length === 0 && <NoMessages account={account} phone={phone} />}
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

/** The id of the last incoming message; null until one arrives after the phone was first shown. */
function useArrival(messages: readonly PhoneMessage[] | undefined): string | null {
  const newest = messages?.find(({ direction }) => direction === 'in')?.id ?? null
  const [first, setFirst] = useState<string | null | undefined>(undefined)
  if (first === undefined && messages !== undefined) setFirst(newest)
  return first === undefined || newest === first ? null : newest
}

function NoMessages({ account, phone }: { readonly account: Account; readonly phone: string }) {
  const ending = endingOf(phone)
  return (
    <Center flex={1} p="md">
      <Text size="sm" c="dimmed" ta="center" component="div">
        {t.phones.nothing}
        {ending && <div>{fill(t.phones.endings.explained, { ...ending })}</div>}
        <PageLink to={`${account.path}/messages`} search={{ number: withPlus(phone) }}>
          {t.phones.viewSent}
        </PageLink>
      </Text>
    </Center>
  )
}
