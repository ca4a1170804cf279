import { Box, Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { PhoneMessage } from '../../../../src/contract/console/inbound.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { Note, StoredText } from '../../parts/text.tsx'
import { fill, locale, rich, t } from '../../text.ts'
import { partnersOf } from './phone.ts'

const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** The effects of keywords. */
const notes: Readonly<Record<string, string>> = t.phones.kinds

interface ThreadProps {
  readonly phone: string
  readonly newestFirst: readonly PhoneMessage[]
  /** Null when there are no older messages. */
  readonly onOlder: (() => void) | null
}

/** The messages on a phone, the newest at the bottom. New ones are animated. */
export function Thread({ phone, newestFirst, onOlder }: ThreadProps) {
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(newestFirst.map(({ id }) => id)))
  const messages = newestFirst.toReversed()
  const hasSeveral = partnersOf(newestFirst).length > 1
  return (
    <Box
      className="vphone-thread"
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={fill(t.phones.messagesOn, { phone })}
    >
      <div className="vphone-messages">
        {onOlder !== null && (
          <Button
            size="compact-xs"
            variant="default"
            mx="auto"
            onClick={() => {
              setKnown(new Set())
              onOlder()
            }}
          >
            {t.phones.older}
          </Button>
        )}
        {messages.map((message, place) => {
          const before = messages[place - 1]
          const isNewDay =
            before === undefined || days.format(new Date(before.at)) !== days.format(new Date(message.at))
          const isNewSender =
            isNewDay ||
            before.direction !== message.direction ||
            before.from !== message.from ||
            before.to !== message.to
          const isFresh = known.size > 0 && !known.has(message.id)
          return (
            <Fragment key={message.id}>
              {isNewDay && (
                <Note size="xs" ta="center" mt={4}>
                  {days.format(new Date(message.at))}
                </Note>
              )}
              <Bubble
                message={message}
                hasName={isNewSender && (message.direction === 'in' || hasSeveral)}
                isFresh={isFresh}
              />
            </Fragment>
          )
        })}
      </div>
    </Box>
  )
}

function Bubble({
  message: { direction, from, to, text, format, at, parts, kind },
  hasName,
  isFresh,
}: {
  readonly message: PhoneMessage
  readonly hasName: boolean
  readonly isFresh: boolean
}) {
  const note = notes[kind ?? '']
  const showPhone = usePhoneText()
  const time = (
    <time dateTime={at} title={at}>
      {times.format(new Date(at))}
    </time>
  )
  return (
    <div className="vphone-row" data-direction={direction} data-fresh={isFresh || undefined}>
      {hasName && (
        <span className="vphone-sender">
          {direction === 'in' ? showPhone(from) : fill(t.phones.to, { name: showPhone(to) })}
        </span>
      )}
      <div className="vphone-bubble">
        <StoredText text={text} format={format} />
        <span className="vphone-time">
          {parts !== null && parts > 1 ? rich(t.phones.parts, { count: parts, time }) : time}
        </span>
      </div>
      {note !== undefined && <span className="vphone-sender">{note}</span>}
    </div>
  )
}
