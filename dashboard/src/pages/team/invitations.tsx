import { Button } from '@mantine/core'
import type { PendingInvitation } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Column, Rows } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Invitations that have not been accepted yet. Renders nothing when there are none. */
export function Invitations() {
  const account = useThisAccount()
  const invitations = useAsk('GET /accounts/:account/invitations', { path: { account: account.id } })
  const withdrawing = useOpening<PendingInvitation>()
  const withdraw = useChange(
    ({ id }: PendingInvitation) =>
      ask('DELETE /accounts/:account/invitations/:invitation', { path: { account: account.id, invitation: id } }),
    {
      refreshes: [`${account.path}/invitations`],
      onDone: () => {
        withdrawing.close()
        sayDone(t.team.withdrawn)
      },
    },
  )
  const columns: readonly Column<PendingInvitation>[] = [
    { label: t.team.email, show: ({ email }) => email },
    { label: t.team.role, show: ({ role }) => t.team.roles[role] },
    { label: t.team.invited, show: ({ invitedAt }) => <When at={invitedAt} /> },
    { label: t.team.expires, show: ({ expiresAt }) => <When at={expiresAt} /> },
  ]
  const actions: Column<PendingInvitation> = {
    label: t.team.actions,
    hidden: true,
    right: true,
    show: (invitation) => (
      <Button
        size="xs"
        variant="default"
        onClick={() => withdrawing.open(invitation)}
        aria-label={fill(t.team.withdrawNamed, { email: invitation.email })}
      >
        {t.team.withdraw}
      </Button>
    ),
  }
  if (invitations.data?.data.length === 0) return null
  return (
    <Section title={t.team.invitations} about={t.team.invitationsAbout} isBare>
      <Rows
        label={t.team.invitations}
        columns={mayAs(account, 'owner') ? [...columns, actions] : columns}
        rows={invitations.data?.data}
        error={invitations.error}
        retry={() => void invitations.refetch()}
        keyOf={({ id }) => String(id)}
        empty={t.team.noInvitations}
        isFiltered={false}
      />
      <Confirm
        title={fill(t.team.withdrawTitle, { email: withdrawing.about?.email ?? '' })}
        isOpen={withdrawing.isOpen}
        onClose={withdrawing.close}
        change={withdraw}
        submit={t.team.withdrawInvitation}
        dismiss={t.team.keepInvitation}
        onConfirm={() => withdrawing.about !== null && withdraw.mutate(withdrawing.about)}
      >
        {t.team.withdrawAbout}
      </Confirm>
    </Section>
  )
}
