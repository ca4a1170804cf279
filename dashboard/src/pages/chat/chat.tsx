import { Box, Flex, Paper, Text } from '@mantine/core'
import { useFilters } from '../../parts/filters.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useThisAccount } from '../../session.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'

/**
 * Conversations beside the one that is read. On a phone there is room for one of the two: the list, and from there a
 * conversation.
 */
export function ChatPage() {
  const account = useThisAccount()
  const [{ conversation }, setFilters] = useFilters()
  const isReading = conversation !== undefined
  return (
    <>
      <Box {...(isReading ? { visibleFrom: 'sm' } : {})}>
        <PageHead
          title="Chat"
          about="What people and your business write to each other on WhatsApp and other chat services. Your program begins a conversation, over the API."
        />
      </Box>
      <Flex gap="md" align="flex-start">
        <Box w={{ base: '100%', sm: 300, lg: 340 }} flex="none" {...(isReading ? { visibleFrom: 'sm' } : {})}>
          <ConversationList
            account={account}
            chosen={conversation}
            onChoose={(id) => setFilters({ conversation: String(id) })}
          />
        </Box>
        <Box flex={1} miw={0} {...(isReading ? {} : { visibleFrom: 'sm' })}>
          {isReading ? (
            <ConversationPane
              key={conversation}
              account={account}
              id={conversation}
              onBack={() => setFilters({ conversation: undefined })}
            />
          ) : (
            <Paper withBorder p="xl">
              <Text c="dimmed" ta="center">
                Choose a conversation to read it here.
              </Text>
            </Paper>
          )}
        </Box>
      </Flex>
    </>
  )
}
