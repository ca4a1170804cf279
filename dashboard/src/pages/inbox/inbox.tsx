import { ActionIcon, Button, Center, Paper, Stack, Text, Tooltip } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { useDialogs } from '../../parts/dialogs.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showOverlay, useShortcuts } from '../../parts/shortcuts.ts'

import { StartDialog } from '../../parts/start-conversation.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import classes from './inbox.module.css'
import { ConversationList } from './list.tsx'
import { Thread } from './thread.tsx'

/** The list of conversations beside the open one. A narrow screen shows one of the two at a time. */
export function InboxPage() {
  const account = useThisAccount()
  const { conversation } = useParams({ strict: false }) as { conversation?: string }
  const navigate = useNavigate()
  const mayStart = mayAs(account, 'member')
  const dialogs = useDialogs()
  const list = useRef<HTMLDivElement>(null)
  const open = (id: number) => void navigate({ to: `${account.path}/inbox/${id}`, search: true } as never)
  const back = () => {
    void navigate({ to: `${account.path}/inbox`, search: true } as never)
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }
  useShortcuts({ u: conversation === undefined ? undefined : back })
  const whenReading = conversation === undefined ? '' : classes.hiddenOnPhone
  return (
    <div className={classes.page}>
      <div className={whenReading}>
        <PageHead title={t.pages.inbox} about={t.inbox.about}>
          <Tooltip label={t.shortcuts.title}>
            <ActionIcon
              variant="default"
              size="lg"
              visibleFrom="md"
              aria-label={t.shortcuts.title}
              onClick={() => showOverlay('shortcuts')}
            >
              <Icon name="question" />
            </ActionIcon>
          </Tooltip>
          {mayStart && <Button onClick={() => dialogs.open('add')}>{t.inbox.start}</Button>}
        </PageHead>
      </div>
      <div className={classes.panes}>
        <div className={`${classes.listPane} ${whenReading}`} ref={list}>
          <ConversationList account={account} chosen={conversation} />
        </div>
        <div className={`${classes.threadPane} ${conversation === undefined ? classes.hiddenOnPhone : ''}`}>
          {conversation === undefined ? (
            <Paper withBorder p="xl" flex={1} c="dimmed">
              <Center h="100%">
                <Stack align="center" gap="sm">
                  <Icon name="inbox" size={36} />
                  <Text ta="center">{t.inbox.choose}</Text>
                </Stack>
              </Center>
            </Paper>
          ) : (
            <Thread key={conversation} account={account} id={conversation} onBack={back} />
          )}
        </div>
      </div>
      {mayStart && dialogs.name === 'add' && <StartDialog account={account} onStarted={open} close={dialogs.close} />}
    </div>
  )
}
