import { Avatar, Badge, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import { boundedCount } from '../../parts/conversation-counts.ts'
import { describeText } from '../../parts/entry-state.ts'
import { showBriefTime } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { nameOfChannel } from '../../parts/labels.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import classes from './inbox.module.css'

interface RowProps {
  readonly account: Account
  readonly conversation: Conversation
  readonly isChosen: boolean
}

/** A conversation in the list. */
export function Row({ account, conversation, isChosen }: RowProps) {
  const { id, name, phone, channel, assignee, lastAt, status, optedOut } = conversation
  const showPhone = usePhoneText()
  const unread = conversation.unread ?? 0
  return (
    <Link
      to={`${account.path}/inbox/${id}`}
      search={true as never}
      className={classes.row}
      aria-current={isChosen ? 'page' : undefined}
    >
      <span className={classes.line}>
        <Text span fw={unread > 0 ? 700 : 500} className={`${classes.start} ${name === '' ? 'number' : ''}`}>
          {name === '' ? showPhone(phone) : name}
        </Text>
        <Text span size="xs" c="dimmed">
          <When at={lastAt} show={showBriefTime} />
        </Text>
      </span>
      <span className={classes.line}>
        <span className={classes.icon} title={nameOfChannel(channel)}>
          <Icon name={channel === 'sms' ? 'phone' : 'chat'} size={14} />
          <VisuallyHidden>{nameOfChannel(channel)}</VisuallyHidden>
        </span>
        <Text span size="sm" className={classes.start} {...(unread > 0 ? { fw: 600 } : { c: 'dimmed' })}>
          {startOf(conversation)}
        </Text>
        {optedOut && (
          <Badge size="xs" variant="light" color="red" tt="none">
            {t.inbox.optedOut}
          </Badge>
        )}
        {status === 'closed' && (
          <Badge size="xs" variant="light" color="gray" tt="none">
            {t.inbox.filters.closed}
          </Badge>
        )}
        {unread > 0 && (
          <Badge size="sm" variant="filled">
            <span aria-hidden="true">{boundedCount(unread)}</span>
            <VisuallyHidden>{fill(t.inbox.unread, { count: unread })}</VisuallyHidden>
          </Badge>
        )}
        {assignee !== null && (
          <span title={fill(t.inbox.assignedTo, { name: assignee.name })}>
            <Avatar name={assignee.name} size={22} color="gray" aria-hidden="true" />
            <VisuallyHidden>{fill(t.inbox.assignedTo, { name: assignee.name })}</VisuallyHidden>
          </span>
        )}
      </span>
    </Link>
  )
}

const startOf = ({ channel, lastText, lastDirection }: Conversation) => {
  const text = lastText === '' ? t.shared.textRemoved : describeText(lastText, channel)
  return lastDirection === 'in' ? text : fill(t.inbox.sentText, { text })
}
