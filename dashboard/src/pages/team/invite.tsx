import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Role } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Invited } from './invited.ts'
import { RoleChoice } from './roles.tsx'

export function Invite({
  onClose,
  onInvited,
}: {
  readonly onClose: () => void
  readonly onInvited: (invited: Invited) => void
}) {
  const account = useThisAccount()
  const members = useAsk('GET /accounts/:account/members', { path: { account: account.id } })
  const hasOwner = members.data?.data.some(({ role }) => role === 'owner') ?? true
  const form = useForm({
    initialValues: { email: '', name: '', role: null as Role | null },
    validate: { email: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : t.team.emailInvalid) },
  })
  const role = form.values.role ?? (hasOwner ? 'member' : 'owner')
  const invite = useChange(
    async ({ email, name }: typeof form.values): Promise<Invited> => {
      const body = { email: email.trim(), role, ...(name.trim() === '' ? {} : { name: name.trim() }) }
      const answer = await ask('POST /accounts/:account/members', { path: { account: account.id }, body })
      return {
        email: answer.email,
        isMember: answer.user !== null,
        token: answer.invitation?.token ?? null,
        mailed: answer.mailed,
      }
    },
    { refreshes: [`${account.path}/members`, `${account.path}/invitations`], onDone: onInvited },
  )
  return (
    <FormDialog
      title={fill(t.team.inviteTo, { account: account.name })}
      isOpen
      onClose={onClose}
      change={invite}
      submit={t.team.sendInvitation}
      onSubmit={form.onSubmit((values) => invite.mutate(values))}
    >
      <TextInput
        label={t.team.email}
        description={t.team.emailAbout}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput label={t.team.name} autoComplete="off" maxLength={100} {...form.getInputProps('name')} />
      <RoleChoice {...form.getInputProps('role')} value={role} />
    </FormDialog>
  )
}
