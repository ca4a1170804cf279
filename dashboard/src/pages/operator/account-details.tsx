import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Account } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { AccountSelect } from '../../parts/account-select.tsx'
import { CountrySelect } from '../../parts/country-select.tsx'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'

/** The country and the parent of an account. */
export function AccountDetails({ account }: { readonly account: Account }) {
  const parent = account.parentId === null ? null : String(account.parentId)
  const form = useForm<{ country: string | null; parent: string | null }>({
    initialValues: { country: account.country, parent },
  })
  const save = useChange(
    async (values: typeof form.values) => {
      const path = { account: account.id }
      if (values.parent !== parent)
        await ask('PUT /accounts/:account/parent', {
          path,
          body: { parentId: values.parent === null ? null : Number(values.parent) },
        })
      return ask('PUT /accounts/:account', { path, body: { country: values.country } })
    },
    { refreshes: ['/accounts'], onDone: () => sayDone(t.accounts.detailsSaved) },
  )
  return (
    <section aria-labelledby="details">
      <Title order={2} size="h4" id="details" mb="sm">
        {t.accounts.details}
      </Title>
      <Paper withBorder p="md" maw={640}>
        <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <Stack gap="sm">
            <Group grow align="flex-start">
              <CountrySelect description={t.accounts.countryAbout} {...form.getInputProps('country')} />
              <AccountSelect
                label={t.accounts.parent}
                description={t.accounts.parentAbout}
                value={form.values.parent}
                onChange={(chosen) => form.setFieldValue('parent', chosen)}
              />
            </Group>
            <Problem error={save.error} />
            <Group>
              <Button type="submit" loading={save.isPending}>
                {t.accounts.saveDetails}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </section>
  )
}
