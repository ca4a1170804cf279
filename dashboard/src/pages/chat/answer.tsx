import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { send, useChange } from '../../data.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { Problem } from '../../parts/problem.tsx'
import { When } from '../../parts/text.tsx'
import { type Conversation, nameOfChannel } from './types.ts'

const lengthMax = 4_096

/** What is being written outlives a look at another conversation, and a reload. */
export function Answer({ path, conversation }: { readonly path: string; readonly conversation: Conversation }) {
  const [text, setText] = useSessionStorage({
    key: `ngoma.answer.${path}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const answer = useChange(
    (sent: string) => send('POST', `${path}/messages`, { text: sent }, onceKey(path, sent)).then(() => sent),
    {
      refreshes: [path],
      onDone: (sent) => {
        forgetOnceKey(path)
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
