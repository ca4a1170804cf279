import { Fieldset, MultiSelect, Radio, SimpleGrid, Stack } from '@mantine/core'
import type { GuardMode } from '../../../../src/contract/console/otp.ts'
import { countryChoices } from '../../parts/main-countries.ts'
import type { PinForm } from './form.ts'
import { WholeNumber } from './whole-number.tsx'

const modes: readonly (readonly [mode: GuardMode, label: string, means: string])[] = [
  ['block', 'Block', 'PINs that look like fraud are not sent, and not paid for.'],
  ['alert', 'Only note', 'Everything is sent, and paid for; what looks like fraud is listed on the page PINs.'],
  ['off', 'Off', 'Nothing is watched.'],
]

/** The fraud guard. What it counts by is only there while it is on. */
export function GuardFields({ form }: { readonly form: PinForm }) {
  const isOn = form.values.guard !== 'off'
  return (
    <Fieldset legend="Fraud guard">
      <Stack gap="sm">
        <Radio.Group
          label="When somebody asks for PINs that nobody types back"
          description="Fraudsters have PINs sent to ranges of numbers that they rent, and earn on every message."
          {...form.getInputProps('guard')}
        >
          <Stack gap="xs" mt="xs">
            {modes.map(([mode, label, means]) => (
              <Radio key={mode} value={mode} label={label} description={means} />
            ))}
          </Stack>
        </Radio.Group>
        {isOn && <GuardNumbers form={form} />}
      </Stack>
    </Fieldset>
  )
}

function GuardNumbers({ form }: { readonly form: PinForm }) {
  return (
    <>
      <MultiSelect
        label="Only to these countries"
        description="When none is chosen PINs go everywhere."
        placeholder={form.values.countries.length === 0 ? 'Everywhere' : ''}
        data={countryChoices}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Allow every country' }}
        nothingFoundMessage="Nothing found"
        {...form.getInputProps('countries')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="even">
        <WholeNumber
          label="To one country in an hour"
          description="No more PINs than this."
          {...form.getInputProps('countryHourMax')}
        />
        <WholeNumber
          label="To one range in an hour"
          description="A range is 10,000 numbers that begin alike."
          {...form.getInputProps('prefixHourMax')}
        />
        <WholeNumber
          label="Verified at least (percent)"
          description="A range with fewer is blocked."
          {...form.getInputProps('verifiedPercentMin')}
        />
        <WholeNumber
          label="Judged by the last"
          description="So many PINs to a range, before it is judged at all."
          {...form.getInputProps('guardSample')}
        />
        <WholeNumber
          label="Blocked for (minutes)"
          description="After that a few PINs go through, to see."
          {...form.getInputProps('blockMinutes')}
        />
      </SimpleGrid>
    </>
  )
}
