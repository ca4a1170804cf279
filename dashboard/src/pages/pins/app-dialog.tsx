import { Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PinApp, PinChannelName } from '../../../../src/contract/account/otp.ts'
import type { Language } from '../../../../src/values/languages.ts'
import { defaultPinApp } from '../../../../src/values/pin-app.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Account, useAbout } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { ChannelFields } from './channel-fields.tsx'
import { type Fields, type PinForm, readPairs, toBody, toFields } from './form.ts'
import { GuardFields } from './guard-fields.tsx'
import { LanguageFields } from './language-fields.tsx'
import { LimitFields, MessageFields, PinFields } from './message-fields.tsx'

const isWhole = (min: number, max: number) => (value: number | string) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    ? null
    : fill(t.pins.form.wholeNumber, { min, max })

const countMax = 2_147_483_647

const hasPin = (text: string) =>
  text.includes('{pin}') ? null : fill(t.pins.form.textNeedsPin, { placeholder: '{pin}' })

const isLanguageCode = (text: string) => /^[a-z]{2,3}$/.test(text)

/** Whether a field that a channel needs is empty. Paths have the form `channels.1.from`. */
const isMissing = (value: string, { channels }: Fields, path: string, needs: PinChannelName) =>
  channels[Number(path.split('.')[1])]?.channel === needs && value.trim() === ''

interface AppDialogProps {
  readonly account: Account
  /** Null for a new application. */
  readonly app: PinApp | null
  /** Of the account: the default text is written in it. */
  readonly language: Language
  readonly onClose: () => void
}

export function AppDialog({ account, app, language, onClose }: AppDialogProps) {
  const { staging } = useAbout()
  const {
    number: _,
    createdAt: __,
    changedAt: ___,
    ...settings
  } = app ?? { ...defaultPinApp(staging, language), name: '', number: 0, createdAt: '', changedAt: '' }
  const form: PinForm = useForm<Fields>({
    initialValues: toFields(settings),
    validate: {
      name: (value) => (value.trim() === '' ? t.pins.form.nameRequired : null),
      sender: (value) => (value.trim() === '' ? t.pins.form.senderRequired : null),
      text: hasPin,
      language: (value) => (value === '' || isLanguageCode(value) ? null : t.pins.form.languageCodeWrong),
      texts: {
        language: (value, { texts }) =>
          isLanguageCode(value) && texts.filter((one) => one.language === value).length === 1
            ? null
            : t.pins.form.languageCodeWrong,
        text: hasPin,
      },
      channels: {
        afterSeconds: (value, { channels }, path) =>
          channels.length === 1 || path === 'channels.0.afterSeconds' ? null : isWhole(10, 600)(value),
        from: (value, fields, path) => (isMissing(value, fields, path, 'whatsapp') ? t.pins.form.required : null),
        template: (value, fields, path) => (isMissing(value, fields, path, 'whatsapp') ? t.pins.form.required : null),
        templateLanguages: (value) => (readPairs(value) === null ? t.pins.form.templateLanguagesWrong : null),
        text: (value) => (value === '' ? null : hasPin(value)),
      },
      pinLength: isWhole(4, 10),
      lifeSeconds: isWhole(10, 604_800),
      attemptsMax: isWhole(1, 100),
      numberHourMax: isWhole(1, countMax),
      appHourMax: isWhole(1, countMax),
      countryHourMax: isWhole(1, countMax),
      prefixHourMax: isWhole(1, countMax),
      guardSample: isWhole(1, 10_000),
      verifiedPercentMin: isWhole(0, 100),
      blockMinutes: isWhole(1, 10_080),
    },
  })
  const save = useChange(
    (fields: Fields) => {
      const body = toBody(fields)
      const path = { account: account.id }
      return app === null
        ? ask('POST /v2/otp/apps', { path, body })
        : ask('PUT /v2/otp/apps/:app', { path: { ...path, app: app.number }, body })
    },
    {
      refreshes: [`${account.path}/otp`],
      onDone: () => {
        sayDone(app === null ? t.pins.form.created : t.pins.form.saved)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={app === null ? t.pins.create : fill(t.pins.form.editTitle, { name: app.name })}
      isOpen
      onClose={onClose}
      change={save}
      submit={app === null ? t.pins.create : t.pins.form.save}
      size="lg"
      onSubmit={form.onSubmit((fields) => save.mutate(fields))}
    >
      <MessageFields account={account} form={form} />
      <LanguageFields form={form} />
      <ChannelFields form={form} />
      <PinFields form={form} />
      <LimitFields form={form} />
      <GuardFields form={form} />
      <Switch
        my="xs"
        label={t.pins.form.active}
        description={t.pins.form.activeAbout}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
