import { MultiSelect, TagsInput } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { countryChoices } from '../../parts/country-select.tsx'
import { PageForm } from '../../parts/edit-dialog.tsx'
import { countryName } from '../../parts/formats.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { fill } from '../../text.ts'

const clearing = (name: string) => ({
  clearable: true,
  clearButtonProps: { 'aria-label': fill(t.shared.clearNamed, { name }) },
})

/** The destinations of PINs that are allowed in addition to the account’s own country. */
export function PinDestinations({ accountId }: { readonly accountId: number }) {
  const path = { account: accountId }
  const { data, error, refetch } = useAsk('GET /v2/otp/allowance', { path })
  return (
    <Section title={t.accounts.pins}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data && (
        <PageForm
          route="PUT /accounts/:account/otp/allowance"
          path={path}
          submit={t.accounts.saveDestinations}
          maxWidth={640}
          values={{ countries: data.countries, ranges: data.ranges }}
          fields={{
            countries: {
              label: fill(t.accounts.pinCountries, { country: countryName(data.country) }),
              help: t.accounts.pinCountriesAbout,
              input: ({ value, ...props }) => (
                <MultiSelect
                  {...props}
                  {...clearing(t.shared.country)}
                  value={[...value]}
                  data={countryChoices}
                  searchable
                  nothingFoundMessage={t.shared.nothingFound}
                />
              ),
            },
            ranges: {
              label: t.accounts.pinRanges,
              help: t.accounts.pinRangesAbout,
              input: ({ value, ...props }) => (
                <TagsInput {...props} {...clearing(t.accounts.pinRanges)} value={[...value]} />
              ),
            },
          }}
          refreshes={[`/accounts/${accountId}/otp/allowance`]}
          done={t.accounts.destinationsSaved}
        />
      )}
    </Section>
  )
}
