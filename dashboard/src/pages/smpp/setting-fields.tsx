import { Group, NumberInput, Radio, Select, SimpleGrid, Switch, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { defaultAlphabets, smppLimits } from '../../../../src/values/smpp.ts'
import { useMe } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { SettingValues } from './settings.ts'

const { form: texts } = t.smpp
const { bindsMax, windowSize, rate } = smppLimits

/** The limits and settings of a credential. */
export function SettingFields<Values extends SettingValues>({ form }: { readonly form: UseFormReturnType<Values> }) {
  const { operator } = useMe()
  const number = (name: keyof typeof smppLimits, label: string, description: string) => (
    <NumberInput
      label={label}
      description={description}
      min={smppLimits[name].min}
      max={smppLimits[name].max}
      clampBehavior="none"
      allowDecimal={false}
      {...form.getInputProps(name)}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {number('bindsMax', texts.bindsMax, texts.bindsMaxHelp)}
        {number('windowSize', texts.windowSize, texts.windowSizeHelp)}
        {number('rate', texts.rate, texts.rateHelp)}
      </SimpleGrid>
      {!operator && (
        <Text size="xs" c="dimmed">
          {fill(texts.limitsHelp, { binds: bindsMax.default, window: windowSize.default, rate: rate.default })}
        </Text>
      )}
      <Textarea
        label={texts.addresses}
        description={texts.addressesHelp}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('addresses')}
      />
      <Radio.Group label={texts.messageIds} {...form.getInputProps('messageIds')}>
        <Group gap="lg" mt={6}>
          <Radio value="decimal" label={texts.decimal} />
          <Radio value="hex" label={texts.hex} />
        </Group>
      </Radio.Group>
      <Select
        label={texts.alphabet}
        description={texts.alphabetHelp}
        allowDeselect={false}
        data={defaultAlphabets.map((value) => ({ value, label: texts.alphabets[value] }))}
        {...form.getInputProps('alphabet')}
      />
      {number('duplicateSeconds', texts.duplicateSeconds, texts.duplicateHelp)}
      <Switch
        label={texts.inbound}
        description={texts.inboundHelp}
        {...form.getInputProps('receivesMessages', { type: 'checkbox' })}
      />
      {operator && (
        <Switch
          label={texts.privateUrls}
          description={texts.privateUrlsHelp}
          {...form.getInputProps('privateUrls', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
