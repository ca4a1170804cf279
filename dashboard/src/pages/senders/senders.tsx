import { List, Select, Text } from '@mantine/core'
import type { Sender } from '../../../../src/contract/account/senders.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { useFilters } from '../../parts/filters.ts'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Excerpt, Note, Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

const choices = [
  { value: '', label: t.senders.allStatuses },
  ...Object.entries(t.senders.statuses).map(([value, label]) => ({ value, label })),
]

/** The characters that the server accepts: every phone shows them unchanged. */
const allowed = /^[A-Za-z0-9 !"#$%&'()*+,./:;<=>?@_-]+$/

function findFault(text: string): string | null {
  const sender = text.trim()
  if (!allowed.test(sender)) return t.senders.badCharacters
  return sender.length <= 11 || /^\+?\d{1,20}$/.test(sender) ? null : t.senders.tooLong
}

export function SendersPage() {
  const account = useThisAccount()
  const path = { account: account.id }
  const [{ status = '' }, setFilters] = useFilters()
  return (
    <ResourcePage
      route="GET /v2/senders"
      path={path}
      query={{ status }}
      title={t.senders.title}
      about={t.senders.about}
      search={t.senders.search}
      filters={
        <Select
          aria-label={t.senders.status}
          data={choices}
          value={status}
          allowDeselect={false}
          onChange={(value) => setFilters({ status: value ?? '' })}
          w={{ base: '100%', xs: 180 }}
        />
      }
      empty={t.senders.empty}
      columns={[
        {
          label: t.senders.name,
          width: 160,
          show: ({ sender }) => (
            <Text inherit fw={600}>
              {sender}
            </Text>
          ),
        },
        { label: t.senders.status, width: '30%', show: (sender) => <SenderStatus of={sender} /> },
        { label: t.senders.sample, show: ({ sampleContent }) => <Excerpt>{sampleContent || '–'}</Excerpt> },
        { label: t.senders.requested, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
        { label: t.senders.decided, width: 190, show: ({ decidedAt }) => <When at={decidedAt} /> },
      ]}
      mayChange={mayAs(account, 'member')}
      add={t.senders.request}
      mayEdit={false}
      form={(_, close) => (
        <EditDialog
          route="POST /v2/senders"
          path={path}
          title={t.senders.request}
          submit={t.senders.sendRequest}
          about={
            <List size="sm" spacing={4}>
              {Object.values(t.senders.rules).map((rule) => (
                <List.Item key={rule}>{rule}</List.Item>
              ))}
            </List>
          }
          values={{ sender: '', sampleContent: '' }}
          fields={{
            sender: { label: t.senders.senderName, missing: t.senders.nameRequired, check: findFault },
            sampleContent: { label: t.senders.sample, help: t.senders.sampleAbout, missing: t.senders.sampleRequired },
          }}
          problems={{ invalid_sender: 'sender', sender_exists: 'sender' }}
          refreshes={[`${account.path}/overview`]}
          close={close}
          done={({ sender }) => fill(t.senders.done, { sender })}
        />
      )}
    />
  )
}

function SenderStatus({ of: { status, reason } }: { readonly of: Sender }) {
  return (
    <div>
      <Status value={status} text={t.senders.statuses[status]} />
      <Note>{reason ?? t.senders.meanings[status]}</Note>
    </div>
  )
}
