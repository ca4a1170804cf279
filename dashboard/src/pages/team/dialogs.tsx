import type { Member } from '../../../../src/contract/console/users.ts'
import { useAsk } from '../../data.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { Note } from '../../parts/text.tsx'
import { useMe, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Invited } from './invitation-link.tsx'
import { roleChoices } from './roles.tsx'

const roleField = { label: t.team.role, choices: roleChoices }

export function ChangeRole({ member, close }: { readonly member: Member; readonly close: () => unknown }) {
  const account = useThisAccount()
  const { user } = useMe()
  const { userId, email, name, role } = member
  return (
    <EditDialog
      route="PUT /accounts/:account/members/:user"
      path={{ account: account.id, user: userId }}
      title={fill(t.team.roleTitle, { name })}
      submit={t.team.saveRole}
      about={<Note>{user?.id === userId ? t.team.ownRole : email}</Note>}
      values={{ role }}
      fields={{ role: roleField }}
      refreshes={['/me']}
      close={close}
      done={(saved) => fill(t.team.roleSaved, { name, role: t.team.roles[saved.role] })}
    />
  )
}

interface InviteProps {
  readonly close: () => unknown
  readonly onInvited: (invited: Invited) => void
}

export function Invite({ close, onInvited }: InviteProps) {
  const account = useThisAccount()
  const members = useAsk('GET /accounts/:account/members', { path: { account: account.id } })
  if (members.data === undefined) return null
  const hasOwner = members.data.data.some(({ role }) => role === 'owner')
  return (
    <EditDialog
      route="POST /accounts/:account/members"
      path={{ account: account.id }}
      title={fill(t.team.inviteTo, { account: account.name })}
      submit={t.team.sendInvitation}
      values={{ email: '', name: '', role: hasOwner ? 'member' : 'owner' }}
      fields={{
        email: {
          label: t.team.email,
          help: t.team.emailAbout,
          missing: t.team.emailInvalid,
          check: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : t.team.emailInvalid),
          type: 'email',
          autoComplete: 'off',
        },
        name: { label: t.team.name, autoComplete: 'off' },
        role: roleField,
      }}
      refreshes={[`${account.path}/invitations`]}
      close={close}
      done={({ email, user, invitation, mailed }) =>
        onInvited({ email, isMember: user !== null, token: invitation?.token ?? null, mailed })
      }
    />
  )
}
