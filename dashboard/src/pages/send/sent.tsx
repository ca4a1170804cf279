import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RequestRecipient, Sent } from '../../../../src/contract/account/messages.ts'
import { scrollIntoView } from '../../parts/focus.ts'
import { explainReason } from '../../parts/reasons.ts'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Recipients without a message that are named. */
const refusedMax = 5

/** The server’s answer. A large send creates several requests. */
export function SentNote({
  account,
  sent,
  onClose,
}: {
  readonly account: Account
  readonly sent: Sent
  readonly onClose: () => void
}) {
  const { requestIds: ids, valid, invalid, duplicates, optedOut, recipients, stopped } = sent
  const isDone = stopped === null && valid > 0
  const refused = (recipients ?? []).filter(({ outcome }) => outcome !== 'message').slice(0, refusedMax)
  const counts = [
    fill(t.send.sentCount, { count: valid }),
    invalid > 0 && fill(t.send.invalidCount, { count: invalid }),
    duplicates > 0 && fill(t.send.duplicatesCount, { count: duplicates }),
    optedOut > 0 && fill(t.send.optedOutCount, { count: optedOut }),
  ].filter(Boolean)
  return (
    <Alert
      // The button that sends is at the end of a long form.
      ref={scrollIntoView}
      style={{ scrollMarginTop: 'calc(var(--app-shell-header-height) + var(--mantine-spacing-md))' }}
      mb="md"
      color={isDone ? 'green' : 'red'}
      variant="light"
      title={isDone ? t.send.sent : (stopped?.detail ?? t.send.nothingSent)}
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
              search={{ request: String(id) } as never}
              size="sm"
            >
              {ids.length === 1 ? t.send.viewMessages : fill(t.send.viewRequest, { id: String(id) })}
            </Anchor>
          ))}
      </Group>
      {refused.map((recipient) => (
        <Text key={`${recipient.recipientId} ${recipient.number}`} size="sm">
          {describeRefused(recipient)}
        </Text>
      ))}
    </Alert>
  )
}

const describeRefused = ({ number, recipientId, reason, explanation }: RequestRecipient) =>
  fill(t.send.refused, {
    number: number === '' ? recipientId : number,
    reason: explainReason(reason, explanation) ?? '',
  })
