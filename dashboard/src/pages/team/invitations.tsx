import { ask } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** Invitations that have not been accepted yet. Renders nothing when there are none. */
export function Invitations() {
  const account = useThisAccount()
  const path = { account: account.id }
  const { data } = useAsk('GET /accounts/:account/invitations', { path })
  if (data?.data.length === 0) return null
  return (
    <Section title={t.team.invitations} about={t.team.invitationsAbout} isBare>
      <ResourceList
        route="GET /accounts/:account/invitations"
        path={path}
        isWhole
        label={t.team.invitations}
        columns={[
          { label: t.team.email, show: ({ email }) => email },
          { label: t.team.role, show: ({ role }) => t.team.roles[role] },
          { label: t.team.invited, show: ({ invitedAt }) => <When at={invitedAt} /> },
          { label: t.team.expires, show: ({ expiresAt }) => <When at={expiresAt} /> },
        ]}
        empty={t.team.noInvitations}
        mayChange={mayAs(account, 'owner')}
        remove={({ id, email }) => ({
          label: t.team.withdraw,
          name: fill(t.team.withdrawNamed, { email }),
          title: fill(t.team.withdrawTitle, { email }),
          warning: t.team.withdrawAbout,
          submit: t.team.withdrawInvitation,
          dismiss: t.team.keepInvitation,
          run: () => ask('DELETE /accounts/:account/invitations/:invitation', { path: { ...path, invitation: id } }),
          done: t.team.withdrawn,
        })}
      />
    </Section>
  )
}
