import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import { nameOfChannel } from '../../parts/channel.ts'
import { Icon } from '../../parts/icon.tsx'
import type { Account } from '../../session.tsx'
import { rich, t } from '../../text.ts'

interface NoReplyProps {
  readonly account: Account
  readonly conversation: Conversation
}

/** Why no reply can be sent. */
export function NoReply({ account, conversation: { optedOut, channel, chatConversationId } }: NoReplyProps) {
  if (optedOut)
    return (
      <Alert color="red" variant="light" p="xs" icon={<Icon name="stop" />}>
        {t.inbox.optedOutHint}
      </Alert>
    )
  return (
    <Alert color="blue" variant="light" p="xs" icon={<Icon name="chat" />}>
      {rich(t.inbox.needsTemplate, {
        channel: nameOfChannel(channel),
        link: (text: ReactNode) => (
          <Anchor
            inherit
            component={Link}
            to={`${account.path}/chat`}
            search={{ conversation: String(chatConversationId ?? '') } as never}
          >
            {text}
          </Anchor>
        ),
      })}
    </Alert>
  )
}
