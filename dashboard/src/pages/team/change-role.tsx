import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Member } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { useMe, useThisAccount } from '../../session.tsx'
import { RoleChoice, roleTitle } from './roles.tsx'

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
        sayDone(`${name} is ${roleTitle(form.values.role).toLowerCase()} now.`)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={`The role of ${name}`}
      isOpen
      onClose={onClose}
      change={change}
      submit="Save role"
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        {user?.id === userId ? 'This is about yourself: with less than owner you can’t take it back.' : email}
      </Text>
      <RoleChoice {...form.getInputProps('role')} />
    </FormDialog>
  )
}
