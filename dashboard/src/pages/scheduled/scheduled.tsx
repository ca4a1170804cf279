import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ScheduledRequest } from '../../../../src/contract/account/sms.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { timeZone } from '../../parts/formats.ts'
import { Listing } from '../../parts/listing.tsx'
import { toIso } from '../../parts/local-time.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Status, StoredText, showCount, When } from '../../parts/text.tsx'
import { type Account, mayAs, useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

export function ScheduledPage() {
  const account = useThisAccount()
  const [cancelling, setCancelling] = useState<ScheduledRequest | null>(null)
  const [rescheduling, setRescheduling] = useState<ScheduledRequest | null>(null)
  const mayChange = mayAs(account, 'member')
  return (
    <>
      <PageHead title={t.pages.scheduled} about={t.scheduled.about} />
      <Listing
        label={t.scheduled.list}
        route="GET /v2/scheduled"
        path={{ account: account.id }}
        keyOf={({ id }) => id}
        everySeconds={15}
        empty={t.scheduled.empty}
        columns={[
          { label: t.scheduled.time, show: ({ dueAt }) => <When at={dueAt} />, width: 180 },
          {
            label: t.scheduled.message,
            show: ({ text, format }) => (
              <Text inherit lineClamp={2}>
                <StoredText text={text} format={format} />
              </Text>
            ),
          },
          { label: t.scheduled.from, show: ({ sender }) => sender, width: 120 },
          {
            label: t.scheduled.campaign,
            show: ({ campaignTitle, jobName }) => campaignTitle || jobName || '–',
            width: 160,
          },
          { label: t.scheduled.messages, show: ({ messages }) => showCount(messages), right: true, width: 100 },
          { label: t.scheduled.status, show: ({ state }) => <Status value={state} />, width: 110 },
          ...(mayChange
            ? [
                {
                  label: t.scheduled.actions,
                  width: 210,
                  show: (row: ScheduledRequest) =>
                    row.state === 'sending' ? null : (
                      <Group gap="xs" wrap="nowrap">
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setRescheduling(row)}
                          aria-label={fill(t.scheduled.rescheduleRequest, { id: row.id })}
                        >
                          {t.scheduled.reschedule}
                        </Button>
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setCancelling(row)}
                          aria-label={fill(t.scheduled.cancelRequest, { id: row.id })}
                        >
                          {t.scheduled.cancel}
                        </Button>
                      </Group>
                    ),
                },
              ]
            : []),
        ]}
      />
      {cancelling && <CancelDialog account={account} row={cancelling} onClose={() => setCancelling(null)} />}
      {rescheduling && <RescheduleDialog account={account} row={rescheduling} onClose={() => setRescheduling(null)} />}
    </>
  )
}

interface DialogProps {
  readonly account: Account
  readonly row: ScheduledRequest
  readonly onClose: () => void
}

const refreshesOf = (account: Account) =>
  ['scheduled', 'messages', 'balances', 'overview'].map((part) => `${account.path}/${part}`)

/** A notification, with a second sentence for messages that were already sent. */
const notify = (text: string, alreadySent: number) =>
  sayDone([text, ...(alreadySent === 0 ? [] : [fill(t.scheduled.alreadySent, { count: alreadySent })])].join(' '))

function CancelDialog({ account, row, onClose }: DialogProps) {
  const cancel = useChange(
    () => ask('POST /v2/requests/:request/cancel', { path: { account: account.id, request: row.id } }),
    {
      refreshes: refreshesOf(account),
      onDone: ({ cancelled, tooLate }) => {
        notify(fill(t.scheduled.cancelled, { count: cancelled }), tooLate)
        onClose()
      },
    },
  )
  return (
    <Confirm
      title={fill(t.scheduled.cancelTitle, { count: row.messages })}
      isOpen
      onClose={onClose}
      change={cancel}
      submit={fill(t.scheduled.cancelMessages, { count: row.messages })}
      dismiss={fill(t.scheduled.keepMessages, { count: row.messages })}
      onConfirm={() => cancel.mutate(undefined)}
    >
      {rich(t.scheduled.cancelAbout, { count: row.messages, sender: row.sender, time: <When at={row.dueAt} /> })}
    </Confirm>
  )
}

function RescheduleDialog({ account, row, onClose }: DialogProps) {
  const [time, setTime] = useState('')
  const reschedule = useChange(
    (notBefore: string) =>
      ask('POST /v2/requests/:request/reschedule', {
        path: { account: account.id, request: row.id },
        body: { notBefore },
      }),
    {
      refreshes: refreshesOf(account),
      onDone: ({ moved, tooLate }) => {
        notify(fill(t.scheduled.rescheduled, { count: moved }), tooLate)
        onClose()
      },
    },
  )
  const notBefore = toIso(time)
  return (
    <FormDialog
      title={fill(t.scheduled.rescheduleTitle, { count: row.messages })}
      isOpen
      onClose={onClose}
      change={reschedule}
      submit={t.scheduled.rescheduleMessages}
      onSubmit={(event) => {
        event.preventDefault()
        if (notBefore !== undefined) reschedule.mutate(notBefore)
      }}
    >
      <Text size="sm">
        {rich(t.scheduled.rescheduleAbout, { count: row.messages, sender: row.sender, time: <When at={row.dueAt} /> })}
      </Text>
      <TextInput
        type="datetime-local"
        label={fill(t.scheduled.newTime, { zone: timeZone })}
        required
        value={time}
        onChange={({ currentTarget: { value } }) => setTime(value)}
      />
    </FormDialog>
  )
}
