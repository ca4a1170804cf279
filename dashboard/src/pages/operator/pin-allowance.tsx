import { Button, Group, MultiSelect, Paper, Stack, TagsInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PinAllowance } from '../../../../src/contract/account/otp.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { sayDone } from '../../parts/done.tsx'
import { countryName } from '../../parts/formats.ts'
import { countryChoices } from '../../parts/main-countries.ts'
import { Problem } from '../../parts/problem.tsx'
import { fill } from '../../text.ts'

/** The destinations of PINs that are allowed in addition to the account’s own country. */
export function PinDestinations({ accountId }: { readonly accountId: number }) {
  const allowance = useAsk('GET /v2/otp/allowance', { path: { account: accountId } })
  return (
    <section aria-labelledby="pins">
      <Title order={2} size="h4" id="pins" mb="sm">
        {t.accounts.pins}
      </Title>
      <Paper withBorder p="md" maw={640}>
        <Problem error={allowance.error} onRetry={() => void allowance.refetch()} />
        {allowance.data && <AllowanceForm accountId={accountId} allowance={allowance.data} />}
      </Paper>
    </section>
  )
}

function AllowanceForm({ accountId, allowance }: { readonly accountId: number; readonly allowance: PinAllowance }) {
  const form = useForm({ initialValues: { countries: [...allowance.countries], ranges: [...allowance.ranges] } })
  const save = useChange(
    (body: typeof form.values) => ask('PUT /accounts/:account/otp/allowance', { path: { account: accountId }, body }),
    {
      refreshes: [`/accounts/${accountId}/otp/allowance`],
      onDone: () => sayDone(t.accounts.destinationsSaved),
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <MultiSelect
          label={fill(t.accounts.pinCountries, { country: countryName(allowance.country) })}
          description={t.accounts.pinCountriesAbout}
          data={countryChoices}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: t.shared.country }) }}
          nothingFoundMessage={t.shared.nothingFound}
          {...form.getInputProps('countries')}
        />
        <TagsInput
          label={t.accounts.pinRanges}
          description={t.accounts.pinRangesAbout}
          clearable
          clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: t.accounts.pinRanges }) }}
          {...form.getInputProps('ranges')}
        />
        <Problem error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t.accounts.saveDestinations}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
