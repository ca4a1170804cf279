import { Box, Flex, Paper, Text } from '@mantine/core'
import { pageParameter, useFilters } from '../../parts/filters.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { ConversationList, listName } from './conversation-list.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { Start } from './start.tsx'

/** The list of conversations beside the open one. A phone screen shows one of the two at a time. */
export function ChatPage() {
  const account = useThisAccount()
  const [filters, setFilters] = useFilters()
  const { conversation } = filters
  const page = pageParameter(listName)
  const open = (id?: number) =>
    setFilters({ conversation: id === undefined ? undefined : String(id), [page]: filters[page] })
  const isReading = conversation !== undefined
  return (
    <>
      <Box {...(isReading ? { visibleFrom: 'sm' } : {})}>
        <PageHead title={t.chat.title} about={t.chat.about}>
          {mayAs(account, 'member') && (
            <Start account={account} onStarted={(id) => setFilters({ conversation: String(id) })} />
          )}
        </PageHead>
      </Box>
      <Flex gap="md" align="flex-start">
        <Box w={{ base: '100%', sm: 300, lg: 340 }} flex="none" {...(isReading ? { visibleFrom: 'sm' } : {})}>
          <ConversationList account={account} chosen={conversation} onChoose={open} />
        </Box>
        <Box flex={1} miw={0} {...(isReading ? {} : { visibleFrom: 'sm' })}>
          {isReading ? (
            <ConversationPane key={conversation} account={account} id={conversation} onBack={() => open()} />
          ) : (
            <Paper withBorder p="xl">
              <Text c="dimmed" ta="center">
                {t.chat.choose}
              </Text>
            </Paper>
          )}
        </Box>
      </Flex>
    </>
  )
}
