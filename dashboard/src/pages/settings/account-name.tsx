import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

export function AccountName({ name }: { readonly name: string }) {
  const { id, path } = useThisAccount()
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? t.settings.nameMissing : null) },
  })
  const save = useChange(
    (values: typeof form.values) =>
      ask('PUT /accounts/:account', { path: { account: id }, body: { name: values.name.trim() } }),
    { refreshes: [path, '/me', '/accounts'], onDone: () => sayDone(t.settings.nameSaved) },
  )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm" maw={400}>
        <TextInput
          label={t.settings.name}
          description={t.settings.nameAbout}
          maxLength={200}
          required
          {...form.getInputProps('name')}
        />
        <Problem error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={form.values.name.trim() === name}>
            {t.settings.saveName}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
