import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { t } from '../../text.ts'

export function Name({ name }: { readonly name: string }) {
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? t.profile.nameMissing : null) },
  })
  const save = useChange(
    (values: typeof form.values) => ask('POST /auth/update-user', { body: { name: values.name.trim() } }),
    {
      refreshes: ['/me'],
      onDone: () => sayDone(t.profile.nameSaved),
    },
  )
  return (
    <Section title={t.profile.nameTitle} about={t.profile.nameAbout}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="sm" maw={400}>
          <TextInput
            label={t.profile.name}
            autoComplete="name"
            maxLength={100}
            required
            {...form.getInputProps('name')}
          />
          <Problem error={save.error} />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={form.values.name.trim() === name}>
              {t.profile.saveName}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
