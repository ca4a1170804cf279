import { Button, Group, MultiSelect, Paper, Stack, TagsInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PinAllowance } from '../../../../src/contract/console/otp.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { countryName } from '../../parts/formats.ts'
import { countryChoices } from '../../parts/main-countries.ts'
import { Problem } from '../../parts/problem.tsx'

/** Where the PINs of an account may go beside its own country. */
export function PinDestinations({ accountId }: { readonly accountId: number }) {
  const allowance = useAsk('GET /accounts/:account/otp/allowance', { path: { account: accountId } })
  return (
    <section aria-labelledby="pins">
      <Title order={2} size="h4" id="pins" mb="sm">
        PINs
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
      onDone: () => sayDone('PINs go to these destinations from now on.'),
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="sm">
        <MultiSelect
          label={`Countries beside ${countryName(allowance.country)}`}
          description="Outside staging, PINs to other countries are refused to prevent fraud."
          data={countryChoices}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear: Countries' }}
          nothingFoundMessage="Nothing found"
          {...form.getInputProps('countries')}
        />
        <TagsInput
          label="Ranges"
          description="The digits that allowed numbers begin with, such as 25671. The fraud guard does not judge them."
          clearable
          clearButtonProps={{ 'aria-label': 'Clear: Ranges' }}
          {...form.getInputProps('ranges')}
        />
        <Problem error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            Save destinations
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
