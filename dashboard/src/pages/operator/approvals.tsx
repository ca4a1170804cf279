import { Anchor, Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SenderOfAccount } from '../../../../src/contract/console/senders.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'

type Refusal = 'reject' | 'deactivate'

const states = ['pending', 'active', 'rejected', 'inactive'] as const

const pathOf = ({ accountId, id }: SenderOfAccount) => ({ account: accountId, sender: id })
const refreshes = ['/senders', '/accounts']

/** Sender names of all accounts, to approve or reject. */
export function ApprovalsPage() {
  const [filters, setFilters] = useFilters()
  const status = filters.status ?? 'pending'
  const [refusing, setRefusing] = useState<readonly [SenderOfAccount, Refusal] | null>(null)
  const [approving, setApproving] = useState<SenderOfAccount | null>(null)
  return (
    <>
      <PageHead title={t.approvals.title} about={t.approvals.about} />
      <Group mb="md" gap="sm">
        <SegmentedControl
          aria-label={t.approvals.status}
          style={{ flexWrap: 'wrap' }}
          value={status}
          onChange={(value) => setFilters({ status: value })}
          data={states.map((value) => ({ value, label: t.approvals.states[value] }))}
        />
        <SearchField label={t.approvals.search} mb={0} value={filters.q} onChange={(q) => setFilters({ q })} />
      </Group>
      <Listing
        label={t.approvals.senderNames}
        route="GET /senders"
        query={{ status, q: filters.q }}
        keyOf={({ id }) => id}
        everySeconds={15}
        empty={status === 'pending' ? t.approvals.emptyPending : t.approvals.empty}
        isFiltered={Boolean(filters.q)}
        columns={[
          { label: t.approvals.sender, show: ({ sender }) => <Text fw={600}>{sender}</Text>, width: 150 },
          {
            label: t.approvals.account,
            show: ({ accountId, accountName }) => (
              <Anchor inherit component={Link} to={`/operator/accounts/${accountId}`}>
                {accountName}
              </Anchor>
            ),
            width: 200,
          },
          { label: t.approvals.purpose, show: ({ sampleContent, reason }) => reason ?? (sampleContent || '–') },
          { label: t.approvals.requested, show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          { label: t.approvals.status, show: ({ status: state }) => <Status value={state} />, width: 110 },
          {
            label: t.approvals.actions,
            width: 200,
            show: (row) => (
              <Group gap="xs" wrap="nowrap">
                {row.status !== 'active' && (
                  <Button
                    size="compact-sm"
                    onClick={() => setApproving(row)}
                    aria-label={fill(t.approvals.approveNamed, { sender: row.sender })}
                  >
                    {t.approvals.approve}
                  </Button>
                )}
                {row.status === 'pending' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setRefusing([row, 'reject'])}
                    aria-label={fill(t.approvals.rejectNamed, { sender: row.sender })}
                  >
                    {t.approvals.reject}
                  </Button>
                )}
                {row.status === 'active' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setRefusing([row, 'deactivate'])}
                    aria-label={fill(t.approvals.deactivateNamed, { sender: row.sender })}
                  >
                    {t.approvals.deactivate}
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {approving && <ApproveDialog row={approving} onClose={() => setApproving(null)} />}
      {refusing && <RefuseDialog row={refusing[0]} how={refusing[1]} onClose={() => setRefusing(null)} />}
    </>
  )
}

/** Confirmed, because the account is told at once and may send under the name. */
function ApproveDialog({ row, onClose }: { readonly row: SenderOfAccount; readonly onClose: () => void }) {
  const approve = useChange(() => ask('POST /accounts/:account/senders/:sender/approve', { path: pathOf(row) }), {
    refreshes,
    onDone: ({ sender }) => {
      sayDone(fill(t.approvals.approved, { sender }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={fill(t.approvals.approveTitle, { sender: row.sender })}
      isOpen
      onClose={onClose}
      change={approve}
      submit={t.approvals.approve}
      onSubmit={(event) => {
        event.preventDefault()
        approve.mutate(undefined)
      }}
    >
      <Text>{fill(t.approvals.approveAbout, { account: row.accountName, sender: row.sender })}</Text>
      {row.sampleContent !== '' && (
        <Text size="sm" c="dimmed">
          {row.sampleContent}
        </Text>
      )}
    </FormDialog>
  )
}

function RefuseDialog({
  row,
  how,
  onClose,
}: {
  readonly row: SenderOfAccount
  readonly how: Refusal
  readonly onClose: () => void
}) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (text) => (how === 'reject' && text.trim() === '' ? t.approvals.reasonMissing : null),
    },
  })
  const refuse = useChange(
    (values: typeof form.values) => {
      const reason = values.reason.trim()
      return how === 'reject'
        ? ask('POST /accounts/:account/senders/:sender/reject', { path: pathOf(row), body: { reason } })
        : ask('POST /accounts/:account/senders/:sender/deactivate', {
            path: pathOf(row),
            body: reason === '' ? {} : { reason },
          })
    },
    { refreshes, onDone: onClose },
  )
  return (
    <FormDialog
      title={fill(how === 'reject' ? t.approvals.rejectTitle : t.approvals.deactivateTitle, { sender: row.sender })}
      isOpen
      onClose={onClose}
      change={refuse}
      submit={t.approvals[how]}
      isDangerous
      onSubmit={form.onSubmit((values) => refuse.mutate(values))}
    >
      <Textarea
        label={t.approvals.reason}
        description={fill(t.approvals.reasonAbout, { account: row.accountName })}
        required={how === 'reject'}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
