import { Autocomplete, Fieldset, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { senderLengthMax } from '../../../../src/values/sender.ts'
import { useAsk } from '../../data.ts'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { PinForm } from './form.ts'
import { WholeNumber } from './whole-number.tsx'

interface FieldsProps {
  readonly form: PinForm
}

export function MessageFields({ account, form }: FieldsProps & { readonly account: Account }) {
  const { data } = useAsk('GET /v2/senders', {
    path: { account: account.id },
    query: { status: 'active', limit: 100 },
  })
  const { text, pinLength } = form.values
  const example = '1234567890'.slice(0, Number(pinLength) || 6)
  return (
    <Fieldset legend={t.pins.form.message}>
      <Stack gap="sm">
        <TextInput
          label={t.pins.form.name}
          description={t.pins.form.nameHelp}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Autocomplete
          label={t.pins.form.sender}
          description={t.pins.form.senderHelp}
          required
          maxLength={senderLengthMax}
          data={[...new Set(data?.data.map(({ sender }) => sender))]}
          {...form.getInputProps('sender')}
        />
        <Textarea
          label={t.pins.form.text}
          description={fill(t.pins.form.textHelp, { placeholder: '{pin}' })}
          required
          autosize
          minRows={2}
          maxLength={480}
          {...form.getInputProps('text')}
        />
        <Text size="sm" c="dimmed">
          {fill(t.pins.form.preview, { text: text.replaceAll('{pin}', () => example) })}
        </Text>
      </Stack>
    </Fieldset>
  )
}

export function PinFields({ form }: FieldsProps) {
  return (
    <Fieldset legend={t.pins.form.pin}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} className="even">
        <WholeNumber
          label={t.pins.form.digits}
          description={t.pins.form.digitsHelp}
          {...form.getInputProps('pinLength')}
        />
        <WholeNumber
          label={t.pins.form.lifetime}
          description={showMinutes(form.values.lifeSeconds)}
          {...form.getInputProps('lifeSeconds')}
        />
        <WholeNumber
          label={t.pins.form.attempts}
          description={t.pins.form.attemptsHelp}
          {...form.getInputProps('attemptsMax')}
        />
      </SimpleGrid>
    </Fieldset>
  )
}

function showMinutes(seconds: number | string): string {
  const minutes = Math.round((Number(seconds) / 60) * 10) / 10
  return minutes >= 1 ? fill(t.pins.form.minutes, { minutes }) : t.pins.form.underMinute
}

export function LimitFields({ form }: FieldsProps) {
  return (
    <Fieldset legend={t.pins.form.limits}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="even">
        <WholeNumber
          label={t.pins.form.perNumber}
          description={t.pins.form.perNumberHelp}
          {...form.getInputProps('numberHourMax')}
        />
        <WholeNumber
          label={t.pins.form.perHour}
          description={t.pins.form.perHourHelp}
          {...form.getInputProps('appHourMax')}
        />
      </SimpleGrid>
    </Fieldset>
  )
}
