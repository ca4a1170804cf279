import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import type { Conversation } from '../../../../src/contract/console/chat.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { Problem } from '../../parts/problem.tsx'
import { When } from '../../parts/text.tsx'
import { nameOfChannel } from './channel.ts'

const lengthMax = 4_096

/** The conversation that a page shows. */
export interface ConversationPath {
  readonly account: number
  readonly conversation: string
}

interface AnswerProps {
  readonly path: ConversationPath
  readonly conversation: Conversation
}

/** What is being written outlives a look at another conversation, and a reload. */
export function Answer({ path, conversation }: AnswerProps) {
  const place = `/accounts/${path.account}/chat/conversations/${path.conversation}`
  const [text, setText] = useSessionStorage({
    key: `ngoma.answer.${place}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const answer = useChange(
    (sent: string) =>
      ask(
        'POST /accounts/:account/chat/conversations/:conversation/messages',
        { path, body: { text: sent } },
        { headers: onceKey(place, sent) },
      ).then(() => sent),
    {
      refreshes: [place],
      onDone: (sent) => {
        forgetOnceKey(place)
        // What was typed meanwhile is the next answer.
        if (text === sent) setText('')
      },
    },
  )
  if (conversation.sessionUntil === null) return <Closed conversation={conversation} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        answer.mutate(text)
      }}
    >
      <Stack gap="xs">
        <Textarea
          label="Your answer"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={lengthMax}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <Problem error={answer.error} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            You can answer until <When at={conversation.sessionUntil} />.
          </Text>
          <Button type="submit" loading={answer.isPending} disabled={text.trim() === ''}>
            Send answer
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Chat services let a business answer for a day after a person wrote, and no longer. */
function Closed({ conversation: { receivedAt, channel } }: { readonly conversation: Conversation }) {
  return (
    <Text size="sm" c="dimmed">
      {receivedAt === null ? (
        'This person has not written to you yet.'
      ) : (
        <>
          This person last wrote on <When at={receivedAt} />, more than 24 hours ago.
        </>
      )}{' '}
      On {nameOfChannel(channel)} a business can answer within 24 hours of what a person writes: the field to answer in
      comes back as soon as they do.
    </Text>
  )
}
