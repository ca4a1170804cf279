import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ScheduledRequest } from '../../../../src/contract/console/sms.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { toScheduleTime } from '../../parts/schedule-time.ts'
import { Status, showCount, When } from '../../parts/text.tsx'
import { type Account, mayAs, useThisAccount } from '../../session.tsx'

/** What waits to be sent: at a later time, or for the hours in which it may go out. */
export function ScheduledPage() {
  const account = useThisAccount()
  const [cancelling, setCancelling] = useState<ScheduledRequest | null>(null)
  const [moving, setMoving] = useState<ScheduledRequest | null>(null)
  const mayChange = mayAs(account, 'member')
  return (
    <>
      <PageHead
        title="Scheduled"
        about="What is to be sent later, and what waits for its turn. Until it goes out it can be moved, or cancelled; cancelled messages are not paid for."
      />
      <Listing
        label="Scheduled sends"
        route="GET /accounts/:account/scheduled"
        path={{ account: account.id }}
        keyOf={({ id }) => id}
        everySeconds={15}
        empty="Nothing waits. Choose “Send later” on the page Send to schedule something."
        columns={[
          { label: 'Goes out', show: ({ dueAt }) => <When at={dueAt} />, width: 180 },
          { label: 'Message', show: ({ text }) => <Text lineClamp={2}>{text}</Text> },
          { label: 'From', show: ({ sender }) => sender, width: 120 },
          { label: 'Campaign', show: ({ campaignTitle, jobName }) => campaignTitle || jobName || '–', width: 160 },
          { label: 'Messages', show: ({ messages }) => showCount(messages), right: true, width: 100 },
          { label: 'State', show: ({ state }) => <Status value={state} />, width: 110 },
          ...(mayChange
            ? [
                {
                  label: 'Change',
                  width: 170,
                  show: (row: ScheduledRequest) =>
                    row.state === 'sending' ? null : (
                      <Group gap="xs" wrap="nowrap">
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setMoving(row)}
                          aria-label={`Move request ${row.id}`}
                        >
                          Move
                        </Button>
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => setCancelling(row)}
                          aria-label={`Cancel request ${row.id}`}
                        >
                          Cancel
                        </Button>
                      </Group>
                    ),
                },
              ]
            : []),
        ]}
      />
      {cancelling && <CancelDialog account={account} row={cancelling} onClose={() => setCancelling(null)} />}
      {moving && <MoveDialog account={account} row={moving} onClose={() => setMoving(null)} />}
    </>
  )
}

interface DialogProps {
  readonly account: Account
  readonly row: ScheduledRequest
  readonly onClose: () => void
}

const refreshed = (account: Account) =>
  ['scheduled', 'messages', 'balances', 'overview'].map((part) => `${account.path}/${part}`)
const tooLateNote = (count: number) => (count === 0 ? '' : ` ${showCount(count)} had gone out already.`)

function CancelDialog({ account, row, onClose }: DialogProps) {
  const cancel = useChange(
    () => ask('POST /accounts/:account/scheduled/:request/cancel', { path: { account: account.id, request: row.id } }),
    {
      refreshes: refreshed(account),
      onDone: ({ cancelled, tooLate }) => {
        sayDone(`${showCount(cancelled)} cancelled, and their price given back.${tooLateNote(tooLate)}`)
        onClose()
      },
    },
  )
  return (
    <Confirm
      title="Cancel what waits?"
      isOpen
      onClose={onClose}
      change={cancel}
      submit="Cancel messages"
      onConfirm={() => cancel.mutate(undefined)}
    >
      {showCount(row.messages)} messages from {row.sender} that would go out on <When at={row.dueAt} /> are not sent.
      What they would have cost is given back.
    </Confirm>
  )
}

function MoveDialog({ account, row, onClose }: DialogProps) {
  const [time, setTime] = useState('')
  const move = useChange(
    (schedule_time: string) =>
      ask('POST /accounts/:account/scheduled/:request/move', {
        path: { account: account.id, request: row.id },
        body: { schedule_time },
      }),
    {
      refreshes: refreshed(account),
      onDone: ({ moved, tooLate }) => {
        sayDone(`${showCount(moved)} moved.${tooLateNote(tooLate)}`)
        onClose()
      },
    },
  )
  const scheduleTime = toScheduleTime(time)
  return (
    <FormDialog
      title="Move to another time"
      isOpen
      onClose={onClose}
      change={move}
      submit="Move messages"
      onSubmit={(event) => {
        event.preventDefault()
        if (scheduleTime !== null) move.mutate(scheduleTime)
      }}
    >
      <Text size="sm">
        {showCount(row.messages)} messages from {row.sender}, now for <When at={row.dueAt} />.
      </Text>
      <TextInput
        type="datetime-local"
        label={`New time (${Intl.DateTimeFormat().resolvedOptions().timeZone})`}
        required
        value={time}
        onChange={({ currentTarget: { value } }) => setTime(value)}
      />
    </FormDialog>
  )
}
