import { Button, Group, NumberInput, Paper, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { FullAccount } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { AccountSelect } from '../../parts/account-select.tsx'
import { CountrySelect } from '../../parts/country-select.tsx'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'

const orNull = (value: number | '') => (value === '' ? null : value)

/** The country, the parent and the limits of an account. */
export function AccountDetails({ account }: { readonly account: FullAccount }) {
  const form = useForm({
    initialValues: {
      country: account.country as string | null,
      parent: account.parentId === null ? null : String(account.parentId),
      requestsPerSecond: account.requestsPerSecond ?? ('' as const),
      messagesPerDay: account.messagesPerDay ?? ('' as const),
    },
  })
  const save = useChange(
    ({ country, parent, requestsPerSecond, messagesPerDay }: typeof form.values) => {
      const ifDirty = <Value,>(name: string, value: Value) => (form.isDirty(name) ? value : undefined)
      return ask('PATCH /accounts/:account', {
        path: { account: account.id },
        body: {
          country: ifDirty('country', country),
          // A change of the parent needs a recent proof of identity.
          parentId: ifDirty('parent', parent === null ? null : Number(parent)),
          requestsPerSecond: orNull(requestsPerSecond),
          messagesPerDay: orNull(messagesPerDay),
        },
      })
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
            <Group grow align="flex-start">
              {(['requestsPerSecond', 'messagesPerDay'] as const).map((name) => (
                <NumberInput
                  key={name}
                  label={t.accounts[name]}
                  description={t.accounts.limitAbout}
                  min={0}
                  allowDecimal={false}
                  {...form.getInputProps(name)}
                />
              ))}
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
