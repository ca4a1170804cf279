import { Alert, Group, Text } from '@mantine/core'
import type { RequestRecipient, Sent } from '../../../../src/contract/account/messages.ts'
import { scrollIntoView } from '../../parts/focus.ts'
import { showTime, timeZone } from '../../parts/formats.ts'
import { explainReason } from '../../parts/labels.ts'
import { PageLink } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Undo } from './undo.tsx'

/** Recipients without a message that are named. */
const refusedMax = 5

/** A send, from its acceptance to the end of its undo. */
export interface SentState {
  readonly answer: Sent
  /** The scheduled time. */
  readonly notBefore: string | undefined
  /** The end of the undo, in milliseconds; null when it is over. */
  readonly undoUntil: number | null
  readonly undone: { readonly cancelled: number; readonly tooLate: number } | null
}

interface SentNoteProps {
  readonly account: Account
  readonly sent: SentState
  readonly onChange: (sent: SentState) => void
  readonly onCancelled: () => void
  readonly onUndone: () => void
  readonly onClose: () => void
}

/** The server’s answer. A large send creates several requests. */
export function SentNote({ account, sent, onChange, onCancelled, onUndone, onClose }: SentNoteProps) {
  const { answer, notBefore, undoUntil, undone } = sent
  const { requestIds: ids, valid, invalid, duplicates, optedOut, recipients } = answer
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
      color={undone !== null ? 'gray' : isAccepted(answer) ? 'green' : 'red'}
      variant="light"
      title={titleOf(sent)}
      withCloseButton
      closeButtonLabel={t.shared.close}
      onClose={onClose}
      role="status"
    >
      <Group gap="md">
        <Text size="sm">
          {undone === null
            ? counts.join(' · ')
            : fill(undone.tooLate === 0 ? t.send.undoneAll : t.send.undonePart, undone)}
        </Text>
        {valid > 0 &&
          ids.map((id) => (
            <PageLink key={id} to={`${account.path}/messages`} search={{ request: String(id) }}>
              {ids.length === 1 ? t.send.viewMessages : fill(t.send.viewRequest, { id: String(id) })}
            </PageLink>
          ))}
        {valid > 0 && notBefore !== undefined && (
          <PageLink to={`${account.path}/scheduled`}>{t.send.viewSchedule}</PageLink>
        )}
      </Group>
      {refused.map((recipient) => (
        <Text key={`${recipient.recipientId} ${recipient.number}`} size="sm">
          {describeRefused(recipient)}
        </Text>
      ))}
      {undoUntil !== null && (
        <Undo
          account={account}
          requestIds={ids}
          until={undoUntil}
          onCancelled={onCancelled}
          onOver={() => onChange({ ...sent, undoUntil: null })}
          onUndone={(cancelled, tooLate) => {
            onChange({ ...sent, undoUntil: null, undone: { cancelled, tooLate } })
            if (tooLate === 0) onUndone()
          }}
        />
      )}
    </Alert>
  )
}

const isAccepted = ({ stopped, valid }: Sent) => stopped === null && valid > 0

function titleOf({ answer, notBefore, undoUntil, undone }: SentState): string {
  if (undone !== null) return t.send.undone
  if (!isAccepted(answer)) return answer.stopped?.detail ?? t.send.nothingSent
  if (notBefore !== undefined) return fill(t.send.scheduledFor, { time: showTime(new Date(notBefore)), zone: timeZone })
  return undoUntil === null ? t.send.sent : t.send.sentHeld
}

const describeRefused = ({ number, recipientId, reason, explanation }: RequestRecipient) =>
  fill(t.send.refused, {
    number: number === '' ? recipientId : number,
    reason: explainReason(reason, explanation) ?? '',
  })
