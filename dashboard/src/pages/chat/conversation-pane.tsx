import { Box, Button, Divider, Group, Paper, Text, Title } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { Answer } from './answer.tsx'
import { nameOfChannel } from './channel.ts'
import { MessageLog } from './message-log.tsx'

interface ConversationPaneProps {
  readonly account: Account
  readonly id: string
  readonly onBack: () => void
}

/** One conversation: who it is with, what was written, and a field to answer in while that is possible. */
export function ConversationPane({ account, id, onBack }: ConversationPaneProps) {
  const path = { account: account.id, conversation: id }
  const { data, error, refetch } = useAsk(
    'GET /accounts/:account/chat/conversations/:conversation',
    { path },
    { everySeconds: 5 },
  )
  return (
    <Paper withBorder component="section" aria-label="Conversation">
      <Group p="md" gap="sm" wrap="nowrap">
        <Button variant="default" size="compact-md" hiddenFrom="sm" onClick={onBack}>
          Back
        </Button>
        <Box miw={0}>
          <Title order={2} size="h5" className="number">
            {data?.to ?? 'Conversation'}
          </Title>
          {data && (
            <Text size="sm" c="dimmed">
              {nameOfChannel(data.channel)} · you write as {data.from}
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
              <Answer path={path} conversation={data} />
            ) : (
              <Text size="sm" c="dimmed">
                You can read here. Members of the account can answer.
              </Text>
            )}
          </Box>
        </>
      )}
    </Paper>
  )
}
