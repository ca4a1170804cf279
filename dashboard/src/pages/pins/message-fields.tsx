import { Autocomplete, Fieldset, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useAsk } from '../../data.ts'
import type { Account } from '../../session.tsx'
import type { PinForm } from './form.ts'
import { WholeNumber } from './whole-number.tsx'

interface FieldsProps {
  readonly form: PinForm
}

/** What the person reads, and from whom. */
export function MessageFields({ account, form }: FieldsProps & { readonly account: Account }) {
  const { data } = useAsk('GET /accounts/:account/senders', {
    path: { account: account.id },
    query: { status: 'active', limit: 100 },
  })
  const { text, pinLength } = form.values
  const example = '1234567890'.slice(0, Number(pinLength) || 6)
  return (
    <Fieldset legend="The message">
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="For you: what the PINs are for, such as “Sign-in”."
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Autocomplete
          label="From"
          description="The sender name that people see. It has to be an active one of yours."
          required
          maxLength={21}
          data={[...new Set(data?.data.map(({ sender }) => sender))]}
          {...form.getInputProps('sender')}
        />
        <Textarea
          label="Text"
          description="Write {pin} where the PIN is to stand."
          required
          autosize
          minRows={2}
          maxLength={480}
          {...form.getInputProps('text')}
        />
        <Text size="sm" c="dimmed">
          People read: “{text.replaceAll('{pin}', () => example)}”
        </Text>
      </Stack>
    </Fieldset>
  )
}

/** How hard it is to guess. */
export function PinFields({ form }: FieldsProps) {
  return (
    <Fieldset legend="The PIN">
      <SimpleGrid cols={{ base: 1, sm: 3 }} className="even">
        <WholeNumber
          label="Digits"
          description="From 4 to 10. More are harder to guess."
          {...form.getInputProps('pinLength')}
        />
        <WholeNumber
          label="Valid for (seconds)"
          description={inMinutes(form.values.lifeSeconds)}
          {...form.getInputProps('lifeSeconds')}
        />
        <WholeNumber
          label="Tries"
          description="After so many wrong ones a PIN is worthless."
          {...form.getInputProps('attemptsMax')}
        />
      </SimpleGrid>
    </Fieldset>
  )
}

function inMinutes(seconds: number | string): string {
  const minutes = Math.round((Number(seconds) / 60) * 10) / 10
  return minutes >= 1
    ? `That is ${minutes.toLocaleString()} ${minutes === 1 ? 'minute' : 'minutes'}.`
    : 'Less than a minute.'
}

/** What everybody has to keep to. */
export function LimitFields({ form }: FieldsProps) {
  return (
    <Fieldset legend="Limits">
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="even">
        <WholeNumber
          label="To one number in an hour"
          description="So that nobody can flood a phone with PINs."
          {...form.getInputProps('numberHourMax')}
        />
        <WholeNumber
          label="In all in an hour"
          description="A ceiling for what it can cost."
          {...form.getInputProps('appHourMax')}
        />
      </SimpleGrid>
    </Fieldset>
  )
}
