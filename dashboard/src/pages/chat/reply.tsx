import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import type { Conversation } from '../../../../src/contract/account/chat.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { nameOfChannel } from '../../parts/channel.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { Problem } from '../../parts/problem.tsx'
import { When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import type { ConversationPath } from './path.ts'
import { Reopen } from './reopen.tsx'

const lengthMax = 4_096

interface ReplyProps {
  readonly account: Account
  readonly path: ConversationPath
  readonly conversation: Conversation
}

/** A reply to a conversation. The draft survives a reload and a look at another conversation. */
export function Reply({ account, path, conversation }: ReplyProps) {
  const place = `/accounts/${path.account}/chat/conversations/${path.conversation}`
  const [text, setText] = useSessionStorage({
    key: `ngoma.answer.${place}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const reply = useChange(
    (sent: string) =>
      ask(
        'POST /v2/chat/conversations/:conversation/messages',
        { path, body: { text: sent } },
        { headers: onceKey(place, sent) },
      ).then(() => sent),
    {
      refreshes: [place],
      onDone: (sent) => {
        forgetOnceKey(place)
        // Text typed during the request is the next reply.
        if (text === sent) setText('')
      },
    },
  )
  if (conversation.sessionUntil === null)
    return (
      <Stack gap="sm">
        <Closed conversation={conversation} />
        {conversation.needsTemplate && <Reopen account={account} path={path} />}
      </Stack>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        reply.mutate(text)
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={t.chat.reply}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={lengthMax}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <Problem error={reply.error} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {rich(t.chat.replyUntil, { at: <When at={conversation.sessionUntil} /> })}
          </Text>
          <Button type="submit" loading={reply.isPending} disabled={text.trim() === ''}>
            {t.chat.send}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Chat channels let a business reply only within 24 hours of a person’s last message. */
function Closed({ conversation: { receivedAt, channel, needsTemplate } }: { readonly conversation: Conversation }) {
  return (
    <Text size="sm" c="dimmed">
      {receivedAt === null ? t.chat.neverReceived : rich(t.chat.receivedLongAgo, { at: <When at={receivedAt} /> })}{' '}
      {fill(needsTemplate ? t.chat.templateRule : t.chat.replyRule, { channel: nameOfChannel(channel) })}
    </Text>
  )
}
