import { Box, Button, Divider, Group, Paper, Text, Title } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { nameOfChannel } from '../../parts/channel.ts'
import { Phone } from '../../parts/phone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { MessageLog } from './message-log.tsx'
import { Reply } from './reply.tsx'

interface ConversationPaneProps {
  readonly account: Account
  readonly id: string
  readonly onBack: () => void
}

/** One conversation: its messages, and a reply field while replies are possible. */
export function ConversationPane({ account, id, onBack }: ConversationPaneProps) {
  const path = { account: account.id, conversation: id }
  const { data, error, refetch } = useAsk('GET /v2/chat/conversations/:conversation', { path }, { everySeconds: 5 })
  return (
    <Paper withBorder component="section" aria-label={t.chat.conversation}>
      <Group p="md" gap="sm" wrap="nowrap">
        <Button variant="default" size="compact-md" hiddenFrom="sm" onClick={onBack}>
          {t.chat.back}
        </Button>
        <Box miw={0}>
          <Title order={2} size="h5" className="number">
            {data ? <Phone of={data.to} /> : t.chat.conversation}
          </Title>
          {data && (
            <Text size="sm" c="dimmed">
              {fill(t.chat.sentAs, { channel: nameOfChannel(data.channel), sender: data.from })}
            </Text>
          )}
        </Box>
      </Group>
      <Divider />
      {error !== null && (
        <Box p="md">
          <Problem error={error} onRetry={() => void refetch()} />
        </Box>
      )}
      {data && (
        <>
          <MessageLog path={path} />
          <Divider />
          <Box p="md">
            {mayAs(account, 'member') ? (
              <Reply account={account} path={path} conversation={data} />
            ) : (
              <Text size="sm" c="dimmed">
                {t.chat.readOnly}
              </Text>
            )}
          </Box>
        </>
      )}
    </Paper>
  )
}
