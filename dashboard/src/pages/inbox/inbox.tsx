import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { InboundKind, InboundMessage } from '../../../../src/contract/console/inbound.ts'
import { type Column, Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'

const kinds: Readonly<Record<InboundKind, readonly [title: string, colour: string]>> = {
  stop: ['STOP: wants no more', 'red'],
  start: ['START: wants them again', 'green'],
  help: ['HELP: asks what to do', 'blue'],
  message: ['message', 'gray'],
}

/** What people wrote to the numbers of the account. */
export function InboxPage() {
  const account = useThisAccount()
  const answer: Column<InboundMessage> = {
    label: 'Answer',
    show: ({ phone }) => (
      <Anchor
        inherit
        component={Link}
        to={`${account.path}/send`}
        search={{ to: phone } as never}
        aria-label={`Answer ${phone}`}
      >
        Answer
      </Anchor>
    ),
    width: 100,
  }
  return (
    <>
      <PageHead
        title="Inbox"
        about="What people wrote to your numbers. Whoever writes STOP gets no more messages from you, and whoever writes HELP is told how; both happen by themselves."
      />
      <Listing
        route="GET /accounts/:account/inbound"
        path={{ account: account.id }}
        label="Messages from people"
        keyOf={({ id }) => id}
        empty="Nobody has written yet. When somebody answers a message of yours, or writes to one of your numbers, it stands here a moment later."
        columns={[
          { label: 'Received', show: ({ receivedAt }) => <When at={receivedAt} />, width: 180 },
          {
            label: 'From',
            show: ({ phone }) => (
              <Anchor
                inherit
                component={Link}
                to={`${account.path}/messages`}
                search={{ phone } as never}
                title="What was sent to this number"
              >
                {phone}
              </Anchor>
            ),
            width: 150,
          },
          { label: 'To', show: ({ number }) => number, width: 130 },
          {
            label: 'Text',
            show: ({ text }) => (
              <Text inherit style={{ whiteSpace: 'pre-wrap' }}>
                {text}
              </Text>
            ),
          },
          { label: 'Kind', show: ({ kind }) => <Kind kind={kind} />, width: 210 },
          ...(mayAs(account, 'member') ? [answer] : []),
        ]}
      />
    </>
  )
}

function Kind({ kind }: { readonly kind: InboundKind }) {
  const [title, colour] = kinds[kind]
  return (
    <Badge variant="light" color={colour} radius="sm" tt="none">
      {title}
    </Badge>
  )
}
