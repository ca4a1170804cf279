import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { badNumber, isNumber } from '../../parts/numbers.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

const sourceLengthMax = 100
const textLengthMax = 1_000

/** Records that a person consents now, or withdraws the consent. */
export function AddConsent({ opening: { isOpen, close } }: { readonly opening: Opening<never> }) {
  const { id, path } = useThisAccount()
  const showPhone = usePhoneText()
  const form = useForm<{ phone: string; status: 'given' | 'withdrawn'; source: string; text: string }>({
    initialValues: { phone: '', status: 'given', source: '', text: '' },
    validate: {
      phone: (value) => (isNumber(value) ? null : badNumber),
      source: (value) => (value.trim() === '' ? t.consents.sourceMissing : null),
    },
  })
  const add = useChange((body: typeof form.values) => ask('POST /v2/consents', { path: { account: id }, body }), {
    refreshes: [`${path}/consents`],
    onDone: ({ phone, status }) => {
      close()
      sayDone(fill(status === 'given' ? t.consents.added : t.consents.withdrawnDone, { phone: showPhone(phone) }))
    },
  })
  useOnOpen(isOpen, () => {
    form.reset()
    add.reset()
  })
  return (
    <FormDialog
      title={t.consents.add}
      isOpen={isOpen}
      onClose={close}
      change={add}
      submit={t.consents.add}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Text size="sm">{t.consents.addAbout}</Text>
      <TextInput
        label={t.consents.phone}
        description={t.consents.phoneHelp}
        required
        inputMode="tel"
        data-autofocus
        {...form.getInputProps('phone')}
      />
      <Radio.Group aria-label={t.consents.status} {...form.getInputProps('status')}>
        <Stack gap="xs">
          <Radio value="given" label={t.consents.given} />
          <Radio value="withdrawn" label={t.consents.withdrawn} />
        </Stack>
      </Radio.Group>
      <TextInput
        label={t.consents.source}
        description={t.consents.sourceHelp}
        required
        maxLength={sourceLengthMax}
        {...form.getInputProps('source')}
      />
      <Textarea
        label={t.consents.text}
        description={t.consents.textHelp}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={textLengthMax}
        {...form.getInputProps('text')}
      />
    </FormDialog>
  )
}
