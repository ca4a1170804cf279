import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { showCount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'

/** What the server answered to a send. To a book it may have become several requests. */
export interface Sent {
  readonly successful: boolean
  readonly message: string
  readonly valid: number
  readonly invalid: number
  readonly duplicates: number
  readonly opted_out: number
  readonly request_id?: string
  readonly request_ids?: readonly string[]
}

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
  const ids = sent.request_ids ?? (sent.request_id === undefined ? [] : [sent.request_id])
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
