import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { BookSendReply } from '../../../../src/contract/console/sms.ts'
import type { SendReply } from '../../../../src/contract/public/sms.ts'
import { showCount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'

/** The server's answer to a send. One to a book may have become several requests. */
export type Sent = SendReply | BookSendReply

export function SentNote({
  account,
  sent,
  onClose,
}: {
  readonly account: Account
  readonly sent: Sent
  readonly onClose: () => void
}) {
  const { successful, message, valid, invalid, duplicates, opted_out } = sent
  const ids = 'request_ids' in sent ? sent.request_ids : [sent.request_id]
  const left = [
    invalid > 0 && `${showCount(invalid)} not valid`,
    duplicates > 0 && `${showCount(duplicates)} given twice`,
    opted_out > 0 && `${showCount(opted_out)} opted out`,
  ].filter(Boolean)
  return (
    <Alert
      mb="md"
      color={successful ? 'green' : 'red'}
      variant="light"
      title={successful ? 'On its way' : message}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
      role="status"
    >
      <Group gap="md">
        <Text size="sm">
          {showCount(valid)} accepted{left.length > 0 && `; left out: ${left.join(', ')}`}.
        </Text>
        {valid > 0 &&
          ids.map((id) => (
            <Anchor
              key={id}
              component={Link}
              to={`${account.path}/messages`}
              search={{ request: id } as never}
              size="sm"
            >
              {ids.length === 1 ? 'See the messages' : `Request ${id}`}
            </Anchor>
          ))}
      </Group>
    </Alert>
  )
}
