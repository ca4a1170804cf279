import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'

export function Name({ name }: { readonly name: string }) {
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? 'Write a name.' : null) },
  })
  const save = useChange(
    (values: typeof form.values) => ask('POST /auth/update-user', { body: { name: values.name.trim() } }),
    {
      refreshes: ['/me'],
      onDone: () => sayDone('Your name is saved.'),
    },
  )
  return (
    <Section title="Your name" about="How the others in your accounts see you.">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="sm" maw={400}>
          <TextInput label="Name" autoComplete="name" maxLength={100} required {...form.getInputProps('name')} />
          <Problem error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={form.values.name.trim() === name}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
