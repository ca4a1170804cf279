import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { BookSendReply } from '../../../../src/contract/console/sms.ts'
import type { SendReply } from '../../../../src/contract/public/sms.ts'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** The server’s answer. A send to an address book may create several requests. */
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
  const counts = [
    fill(t.send.sentCount, { count: valid }),
    invalid > 0 && fill(t.send.invalidCount, { count: invalid }),
    duplicates > 0 && fill(t.send.duplicatesCount, { count: duplicates }),
    opted_out > 0 && fill(t.send.optedOutCount, { count: opted_out }),
  ].filter(Boolean)
  return (
    <Alert
      mb="md"
      color={successful ? 'green' : 'red'}
      variant="light"
      title={successful ? t.send.sent : message}
      withCloseButton
      closeButtonLabel={t.shared.close}
      onClose={onClose}
      role="status"
    >
      <Group gap="md">
        <Text size="sm">{counts.join(' · ')}</Text>
        {valid > 0 &&
          ids.map((id) => (
            <Anchor
              key={id}
              component={Link}
              to={`${account.path}/messages`}
              search={{ request: id } as never}
              size="sm"
            >
              {ids.length === 1 ? t.send.viewMessages : fill(t.send.viewRequest, { id })}
            </Anchor>
          ))}
      </Group>
    </Alert>
  )
}
