import { Fieldset, MultiSelect, Radio, SimpleGrid, Stack } from '@mantine/core'
import type { GuardMode } from '../../../../src/contract/account/otp.ts'
import { countryChoices } from '../../parts/main-countries.ts'
import { t } from '../../text.ts'
import type { PinForm } from './form.ts'
import { WholeNumber } from './whole-number.tsx'

const modes: readonly GuardMode[] = ['block', 'alert', 'off']

/** The fraud guard, with its numbers while it is on. */
export function GuardFields({ form }: { readonly form: PinForm }) {
  const isOn = form.values.guard !== 'off'
  return (
    <Fieldset legend={t.pins.apps.guard}>
      <Stack gap="sm">
        <Radio.Group label={t.pins.form.guard} description={t.pins.form.guardHelp} {...form.getInputProps('guard')}>
          <Stack gap="xs" mt="xs">
            {modes.map((mode) => (
              <Radio key={mode} value={mode} label={t.pins.guards[mode]} description={t.pins.guardAbout[mode]} />
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
        label={t.pins.form.countries}
        description={t.pins.form.countriesHelp}
        placeholder={form.values.countries.length === 0 ? t.pins.form.allCountries : ''}
        data={countryChoices}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t.pins.form.allowAll }}
        nothingFoundMessage={t.shared.nothingFound}
        {...form.getInputProps('countries')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="even">
        <WholeNumber
          label={t.pins.form.perCountry}
          description={t.pins.form.perCountryHelp}
          {...form.getInputProps('countryHourMax')}
        />
        <WholeNumber
          label={t.pins.form.perRange}
          description={t.pins.form.perRangeHelp}
          {...form.getInputProps('prefixHourMax')}
        />
        <WholeNumber
          label={t.pins.form.minVerified}
          description={t.pins.form.minVerifiedHelp}
          {...form.getInputProps('verifiedPercentMin')}
        />
        <WholeNumber
          label={t.pins.form.sample}
          description={t.pins.form.sampleHelp}
          {...form.getInputProps('guardSample')}
        />
        <WholeNumber
          label={t.pins.form.blockMinutes}
          description={t.pins.form.blockMinutesHelp}
          {...form.getInputProps('blockMinutes')}
        />
      </SimpleGrid>
    </>
  )
}
