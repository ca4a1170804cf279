import { Text } from '@mantine/core'
import type { ScheduledRequest } from '../../../../src/contract/account/sms.ts'
import { ask } from '../../api.ts'
import { confirm } from '../../parts/confirm.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { timeZone, toIso } from '../../parts/formats.ts'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Excerpt, Status, StoredText, showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'

/** A message, with a second sentence for messages that were already sent. */
const withSent = (text: string, alreadySent: number) =>
  [text, ...(alreadySent === 0 ? [] : [fill(t.scheduled.alreadySent, { count: alreadySent })])].join(' ')

export function ScheduledPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const refreshes = ['scheduled', 'messages', 'balances', 'overview'].map((part) => `${account.path}/${part}`)
  const cancel = ({ id, messages: count, sender, dueAt }: ScheduledRequest) =>
    confirm({
      title: fill(t.scheduled.cancelTitle, { count }),
      warning: rich(t.scheduled.cancelAbout, { count, sender, time: <When at={dueAt} /> }),
      submit: fill(t.scheduled.cancelMessages, { count }),
      dismiss: fill(t.scheduled.keepMessages, { count }),
      run: () => ask('POST /v2/requests/:request/cancel', { path: { account: account.id, request: id } }),
      refreshes,
      done: ({ cancelled, tooLate }) => withSent(fill(t.scheduled.cancelled, { count: cancelled }), tooLate),
    })
  return (
    <ResourcePage
      route="GET /v2/scheduled"
      path={{ account: account.id }}
      title={t.pages.scheduled}
      label={t.scheduled.list}
      about={t.scheduled.about}
      everySeconds={15}
      empty={t.scheduled.empty}
      columns={[
        { label: t.scheduled.time, show: ({ dueAt }) => <When at={dueAt} />, width: 180 },
        {
          label: t.scheduled.message,
          show: ({ text, format }) => (
            <Excerpt>
              <StoredText text={text} format={format} />
            </Excerpt>
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
      ]}
      mayChange={mayChange}
      actionsWidth={210}
      actions={(row) =>
        mayChange && row.state !== 'sending'
          ? [
              {
                label: t.scheduled.reschedule,
                name: fill(t.scheduled.rescheduleRequest, { id: row.id }),
                dialog: 'reschedule',
              },
              {
                label: t.scheduled.cancel,
                name: fill(t.scheduled.cancelRequest, { id: row.id }),
                onClick: () => cancel(row),
              },
            ]
          : []
      }
      dialogs={{
        reschedule: ({ id, messages: count, sender, dueAt }, close) => (
          <EditDialog
            route="POST /v2/requests/:request/reschedule"
            path={{ account: account.id, request: id }}
            title={fill(t.scheduled.rescheduleTitle, { count })}
            submit={t.scheduled.rescheduleMessages}
            about={
              <Text size="sm">{rich(t.scheduled.rescheduleAbout, { count, sender, time: <When at={dueAt} /> })}</Text>
            }
            values={{ notBefore: '' }}
            fields={{
              notBefore: {
                label: fill(t.scheduled.newTime, { zone: timeZone }),
                type: 'datetime-local',
                missing: t.shared.fieldMissing,
              },
            }}
            body={({ notBefore }) => ({ notBefore: toIso(notBefore) ?? '' })}
            refreshes={refreshes}
            close={close}
            done={({ moved, tooLate }) => withSent(fill(t.scheduled.rescheduled, { count: moved }), tooLate)}
          />
        ),
      }}
    />
  )
}
