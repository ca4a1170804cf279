import { Alert, Button, Group } from '@mantine/core'
import type { TimelineEntry } from '../../../../src/contract/account/timeline.ts'
import { showHour } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { When } from '../../parts/text.tsx'
import { rich, t } from '../../text.ts'

interface AlreadyRepliedProps {
  /** Newest first. */
  readonly entries: readonly TimelineEntry[]
  readonly isPending: boolean
  readonly onSend: () => void
}

/** Another member has replied while this reply was written. */
export function AlreadyReplied({ entries, isPending, onSend }: AlreadyRepliedProps) {
  const last = entries.find(({ direction, author }) => direction === 'out' && author !== null)
  return (
    <Alert
      color="yellow"
      variant="light"
      p="xs"
      title={t.inbox.repliedTitle}
      icon={<Icon name="warning" />}
      role="alert"
    >
      <Group justify="space-between" gap="xs">
        <span>
          {last === undefined
            ? t.inbox.repliedUnknown
            : rich(t.inbox.replied, { author: last.author, at: <When at={last.at} show={showHour} /> })}
        </span>
        <Button size="xs" variant="default" loading={isPending} onClick={onSend}>
          {t.inbox.sendAnyway}
        </Button>
      </Group>
    </Alert>
  )
}
