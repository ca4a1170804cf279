import { Anchor, SegmentedControl, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SenderOfAccount } from '../../../../src/contract/console/senders.ts'
import { ask } from '../../api.ts'
import { t } from '../../operator-text.ts'
import { confirm } from '../../parts/confirm.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { useFilters } from '../../parts/filters.ts'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Note, Status, When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'

const states = ['pending', 'active', 'rejected', 'inactive'] as const

const pathOf = ({ accountId, id }: SenderOfAccount) => ({ account: accountId, sender: id })
const refreshes = ['/senders', '/accounts']

/** Sender names of all accounts, to approve or reject. */
export function ApprovalsPage() {
  const [{ q, status = 'pending' }, setFilters] = useFilters()
  return (
    <ResourcePage
      route="GET /senders"
      query={{ status }}
      title={t.approvals.title}
      label={t.approvals.senderNames}
      about={t.approvals.about}
      search={t.approvals.search}
      filters={
        <SegmentedControl
          aria-label={t.approvals.status}
          style={{ flexWrap: 'wrap' }}
          value={status}
          onChange={(value) => setFilters({ status: value })}
          data={states.map((value) => ({ value, label: t.approvals.states[value] }))}
        />
      }
      everySeconds={15}
      empty={status === 'pending' ? t.approvals.emptyPending : t.approvals.empty}
      isFiltered={Boolean(q)}
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
      ]}
      actionsWidth={200}
      actions={(row) => [
        row.status !== 'active' && {
          label: t.approvals.approve,
          name: fill(t.approvals.approveNamed, { sender: row.sender }),
          onClick: () => approve(row),
        },
        row.status === 'pending' && {
          label: t.approvals.reject,
          name: fill(t.approvals.rejectNamed, { sender: row.sender }),
          dialog: 'reject',
        },
        row.status === 'active' && {
          label: t.approvals.deactivate,
          name: fill(t.approvals.deactivateNamed, { sender: row.sender }),
          dialog: 'deactivate',
        },
      ]}
      dialogs={{
        reject: (row, close) => <RefuseDialog row={row} how="reject" close={close} />,
        deactivate: (row, close) => <RefuseDialog row={row} how="deactivate" close={close} />,
      }}
    />
  )
}

/** Confirmed, because the account is told at once and may send under the name. */
const approve = (row: SenderOfAccount) =>
  confirm({
    title: fill(t.approvals.approveTitle, { sender: row.sender }),
    warning: (
      <>
        <Text>{fill(t.approvals.approveAbout, { account: row.accountName, sender: row.sender })}</Text>
        <Note>{row.sampleContent}</Note>
      </>
    ),
    submit: t.approvals.approve,
    isDangerous: false,
    run: () => ask('POST /accounts/:account/senders/:sender/approve', { path: pathOf(row) }),
    refreshes,
    done: ({ sender }) => fill(t.approvals.approved, { sender }),
  })

interface RefuseDialogProps {
  readonly row: SenderOfAccount
  readonly how: 'reject' | 'deactivate'
  readonly close: () => unknown
}

function RefuseDialog({ row, how, close }: RefuseDialogProps) {
  const isRejected = how === 'reject'
  return (
    <EditDialog
      route={
        isRejected
          ? 'POST /accounts/:account/senders/:sender/reject'
          : 'POST /accounts/:account/senders/:sender/deactivate'
      }
      path={pathOf(row)}
      title={fill(isRejected ? t.approvals.rejectTitle : t.approvals.deactivateTitle, { sender: row.sender })}
      submit={t.approvals[how]}
      isDangerous
      values={{ reason: '' }}
      fields={{
        reason: {
          label: t.approvals.reason,
          help: fill(t.approvals.reasonAbout, { account: row.accountName }),
          missing: isRejected ? t.approvals.reasonMissing : undefined,
        },
      }}
      refreshes={refreshes}
      close={close}
    />
  )
}
