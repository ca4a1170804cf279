import { Button, Fieldset, Stack, Textarea, TextInput } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import { fill, t } from '../../text.ts'
import type { PinForm } from './form.ts'

const textsMax = 20

/** The texts of an application in other languages. */
export function LanguageFields({ form }: { readonly form: PinForm }) {
  const { texts, channels } = form.values
  return (
    <Fieldset legend={t.pins.form.languages}>
      <Stack gap="sm">
        {(texts.length > 0 || channels.some(({ channel }) => channel === 'whatsapp')) && (
          <TextInput
            label={t.pins.form.language}
            description={t.pins.form.languageCodeHelp}
            placeholder={t.pins.form.accountLanguage}
            maxLength={3}
            {...form.getInputProps('language')}
          />
        )}
        {texts.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no other identity, and are not reordered.
          <Stack key={place} gap="xs">
            <TextInput
              label={t.pins.form.languageCode}
              description={t.pins.form.languageCodeHelp}
              required
              maxLength={3}
              {...form.getInputProps(`texts.${place}.language`)}
            />
            <Textarea
              label={t.pins.form.text}
              description={fill(t.pins.form.textHelp, { placeholder: '{pin}' })}
              required
              autosize
              maxLength={480}
              {...form.getInputProps(`texts.${place}.text`)}
            />
            <Button
              variant="default"
              size="compact-sm"
              style={{ alignSelf: 'start' }}
              onClick={() => form.removeListItem('texts', place)}
            >
              {fill(t.pins.form.removeText, { number: place + 1 })}
            </Button>
          </Stack>
        ))}
        {texts.length < textsMax && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            style={{ alignSelf: 'start' }}
            onClick={() => form.insertListItem('texts', { language: '', text: '' })}
          >
            {t.pins.form.addText}
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}
