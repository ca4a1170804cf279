import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Member } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useMe, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { RoleChoice } from './roles.tsx'

export function ChangeRole({
  member: { userId, email, name, role },
  onClose,
}: {
  readonly member: Member
  readonly onClose: () => void
}) {
  const account = useThisAccount()
  const { user } = useMe()
  const form = useForm({ initialValues: { role } })
  const change = useChange(
    (body: typeof form.values) =>
      ask('PUT /accounts/:account/members/:user', { path: { account: account.id, user: userId }, body }),
    {
      refreshes: [`${account.path}/members`, '/me'],
      onDone: () => {
        sayDone(fill(t.team.roleSaved, { name, role: t.team.roles[form.values.role] }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.team.roleTitle, { name })}
      isOpen
      onClose={onClose}
      change={change}
      submit={t.team.saveRole}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        {user?.id === userId ? t.team.ownRole : email}
      </Text>
      <RoleChoice {...form.getInputProps('role')} />
    </FormDialog>
  )
}
