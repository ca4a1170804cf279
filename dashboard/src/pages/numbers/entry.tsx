import { Anchor, Group, Text, ThemeIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TimelineEntry, TimelineKind } from '../../../../src/contract/account/timeline.ts'
import { describeText, isScheduled } from '../../parts/entry-state.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { explainReason, nameOfChannel } from '../../parts/labels.ts'
import { withPlus } from '../../parts/numbers.ts'

import { Amount, Note, Status, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t, wordFor } from '../../text.ts'
import classes from './numbers.module.css'

interface EntryProps {
  readonly account: Account
  readonly phone: string
  readonly entry: TimelineEntry
}

const looks: Readonly<Partial<Record<TimelineKind, readonly [icon: IconName, colour: string]>>> = {
  message: ['send', 'blue'],
  inbound: ['inbox', 'teal'],
  chat: ['chat', 'teal'],
  pin: ['lock', 'violet'],
  airtime: ['bolt', 'yellow'],
  payment: ['cart', 'green'],
  consent: ['check', 'gray'],
  opt_out: ['stop', 'red'],
  note: ['page', 'yellow'],
}

/** One event of a number. Its title links to the page with the details. */
export function Entry({ account, phone, entry }: EntryProps) {
  const [icon, colour] = looks[entry.kind] ?? ['page', 'gray']
  const address = addressOf(account, phone, entry)
  const title = titleOf(entry)
  const reason = reasonOf(entry)
  return (
    <li className={classes.entry}>
      <ThemeIcon variant="light" color={colour} radius="xl" size={34} aria-hidden>
        <Icon name={icon} />
      </ThemeIcon>
      <div className={classes.main}>
        <div className={classes.head}>
          <Group gap="xs" align="baseline">
            {address === null ? (
              <Text span fw={600} size="sm">
                {title}
              </Text>
            ) : (
              <Anchor component={Link} to={address.to} search={(address.search ?? {}) as never} fw={600} size="sm">
                {title}
              </Anchor>
            )}
            {entry.from !== null && (
              <Text span size="sm" c="dimmed">
                {entry.from}
              </Text>
            )}
            <State entry={entry} />
          </Group>
          <Text span size="xs" c="dimmed">
            <When at={entry.at} />
          </Text>
        </div>
        {entry.amount !== null && (
          <Text size="sm" fw={600}>
            <Amount value={entry.amount} currency={entry.currency ?? undefined} />
          </Text>
        )}
        <Content entry={entry} />
        {reason !== null && <Note>{reason}</Note>}
        {entry.author !== null && <Note size="xs">{entry.author}</Note>}
      </div>
    </li>
  )
}

function titleOf({ kind, direction, channel }: TimelineEntry): string {
  if (kind !== 'chat') return wordFor(t.numberHistory.kinds, kind)
  return fill(direction === 'in' ? t.numberHistory.chatIn : t.numberHistory.chatOut, {
    channel: nameOfChannel(channel ?? ''),
  })
}

function State({ entry }: { readonly entry: TimelineEntry }): ReactNode {
  const { kind, status } = entry
  if (status === null || status === 'received') return null
  if (kind === 'inbound')
    return (
      <Status
        value={status}
        text={wordFor(t.numberHistory.commands, status)}
        colour={status === 'stop' ? 'red' : undefined}
      />
    )
  return <Status value={isScheduled(entry, Date.now()) ? 'scheduled' : status} />
}

function Content({ entry: { text, textRemoved, channel } }: { readonly entry: TimelineEntry }) {
  if (textRemoved) return <Note fs="italic">{t.shared.textRemoved}</Note>
  if (text === null || text === '') return null
  return (
    <Text size="sm" className={classes.text}>
      {describeText(text, channel)}
    </Text>
  )
}

/** The source of an opt-out in words; the server explains other reasons. */
function reasonOf({ kind, reason }: TimelineEntry): string | null {
  if (kind === 'opt_out') return wordFor(t.optOuts.sources, reason ?? 'unknown')
  return explainReason(reason, reason)
}

interface Address {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/** The page with the details of an event; null without one. */
function addressOf({ path }: Account, phone: string, { kind, id, conversationId }: TimelineEntry): Address | null {
  const search = { q: withPlus(phone) }
  switch (kind) {
    case 'message':
      return { to: `${path}/messages/${id.slice('message-'.length)}` }
    case 'chat':
      return { to: `${path}/inbox/${conversationId}` }
    case 'consent':
      return { to: `${path}/consents`, search }
    case 'opt_out':
      return { to: `${path}/opt-outs`, search }
    default:
      return null
  }
}
