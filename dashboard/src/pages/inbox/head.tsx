import { ActionIcon, Badge, Box, Button, Group, Select, Text, Title } from '@mantine/core'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import type { RequestOf } from '../../../../src/contract/console/index.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { nameOfChannel } from '../../parts/labels.ts'
import { Phone } from '../../parts/phone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { Note } from '../../parts/text.tsx'
import { type Account, mayAs, useMe } from '../../session.tsx'
import { t } from '../../text.ts'

interface ThreadHeadProps {
  readonly account: Account
  /** Undefined until it has loaded. */
  readonly conversation: Conversation | undefined
  readonly onBack: () => void
}

/** Who the conversation is with, and its state. */
export function ThreadHead({ account, conversation, onBack }: ThreadHeadProps) {
  return (
    <Group p="sm" gap="xs" justify="space-between">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <ActionIcon variant="default" size="lg" hiddenFrom="md" onClick={onBack} aria-label={t.inbox.back}>
          <Icon name="back" />
        </ActionIcon>
        <Box miw={0}>
          <Title order={2} size="h5">
            {conversation === undefined ? (
              t.inbox.conversation
            ) : conversation.name === '' ? (
              <Phone of={conversation.phone} />
            ) : (
              conversation.name
            )}
          </Title>
          {conversation && (
            <Group gap={6}>
              <Text size="sm" c="dimmed" component="div">
                {conversation.name !== '' && (
                  <>
                    <Phone of={conversation.phone} /> ·{' '}
                  </>
                )}
                {nameOfChannel(conversation.channel)}
              </Text>
              {conversation.optedOut && (
                <Badge size="sm" variant="light" color="red" tt="none">
                  {t.inbox.optedOut}
                </Badge>
              )}
            </Group>
          )}
        </Box>
      </Group>
      {conversation && mayAs(account, 'member') && <Actions account={account} conversation={conversation} />}
      {conversation && !mayAs(account, 'member') && <Note>{conversation.assignee?.name ?? t.inbox.unassigned}</Note>}
    </Group>
  )
}

type Change = RequestOf<'PUT /v2/conversations/:conversation'>['body']

function Actions({
  account,
  conversation,
}: Required<Pick<ThreadHeadProps, 'account'>> & { conversation: Conversation }) {
  const { id, status, assignee } = conversation
  const me = useMe().user?.id
  const { data } = useAsk('GET /v2/conversations/assignees', { path: { account: account.id } })
  const members = data?.data ?? []
  const change = useChange(
    (body: Change) =>
      ask('PUT /v2/conversations/:conversation', { path: { account: account.id, conversation: id }, body }),
    { refreshes: [`${account.path}/conversations`] },
  )
  const isOpen = status === 'open'
  const toggle = () => !change.isPending && change.mutate({ status: isOpen ? 'closed' : 'open' })
  const mayTake = me !== undefined && assignee?.id !== me && members.some((one) => one.id === me)
  const take = () => change.mutate({ assigneeId: me ?? null })
  useShortcuts({ e: toggle, a: mayTake ? take : undefined })
  // A former member may still be the assignee.
  const choices = new Map([...(assignee === null ? [] : [assignee]), ...members].map((one) => [one.id, one.name]))
  return (
    <>
      <Group gap="xs">
        <Select
          aria-label={t.inbox.assignee}
          size="xs"
          w={125}
          searchable={choices.size > 10}
          allowDeselect={false}
          data={[{ value: '', label: t.inbox.unassigned }, ...[...choices].map(([value, label]) => ({ value, label }))]}
          value={assignee?.id ?? ''}
          onChange={(value) => change.mutate({ assigneeId: value === '' ? null : value })}
        />
        {mayTake && (
          <Button size="xs" variant="default" onClick={take}>
            {t.inbox.assignToMe}
          </Button>
        )}
        <Button
          size="xs"
          variant={isOpen ? 'light' : 'filled'}
          aria-label={isOpen ? t.inbox.closeNamed : t.inbox.reopenNamed}
          loading={change.isPending}
          onClick={toggle}
        >
          {isOpen ? t.inbox.close : t.inbox.reopen}
        </Button>
      </Group>
      {change.error !== null && (
        <Box w="100%">
          <Problem error={change.error} />
        </Box>
      )}
    </>
  )
}
