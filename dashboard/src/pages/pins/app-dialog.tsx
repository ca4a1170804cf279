import { Autocomplete, Fieldset, MultiSelect, SimpleGrid, Stack, Textarea } from '@mantine/core'
import type { FormRulesRecord } from '@mantine/form'
import type { GuardMode, PinApp, PinChannelName } from '../../../../src/contract/account/otp.ts'
import type { Language } from '../../../../src/values/languages.ts'
import { defaultPinApp } from '../../../../src/values/pin-app.ts'
import { senderLengthMax } from '../../../../src/values/sms.ts'
import { useAsk } from '../../data.ts'
import { countryChoices } from '../../parts/country-select.tsx'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import type { InputProps } from '../../parts/field-input.tsx'
import { Note } from '../../parts/text.tsx'
import { type Account, useAbout } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { ChannelFields } from './channel-fields.tsx'
import { type Fields, readPairs, toBody, toFields } from './form.ts'
import { LanguageFields } from './language-fields.tsx'

const isWhole = (min: number, max: number) => (value: number | string) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    ? null
    : fill(t.pins.form.wholeNumber, { min, max })

const hasPin = (text: string) =>
  text.includes('{pin}') ? null : fill(t.pins.form.textNeedsPin, { placeholder: '{pin}' })

const isLanguageCode = (text: string) => /^[a-z]{2,3}$/.test(text)

/** Whether a field that a channel needs is empty. Paths have the form `channels.1.from`. */
const isMissing = (value: string, { channels }: Fields, path: string, needs: PinChannelName) =>
  channels[Number(path.split('.')[1])]?.channel === needs && value.trim() === ''

const modes: readonly GuardMode[] = ['block', 'alert', 'off']

/** Of fields without an entry in the contract’s body. */
const rules: FormRulesRecord<Fields> = {
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
}

const { form: texts } = t.pins

const numberOf = (label: string, help: string) => ({
  label,
  help,
  isGrouped: true,
  check: (value: number | string) => (value === '' ? t.shared.fieldMissing : null),
})

function showMinutes(seconds: number | string): string {
  const minutes = Math.round((Number(seconds) / 60) * 10) / 10
  return minutes >= 1 ? fill(texts.minutes, { minutes }) : texts.underMinute
}

function fieldsOf({ guard, lifeSeconds }: Fields, senders: readonly string[]) {
  const ofGuard = (label: string, help: string) => ({ ...numberOf(label, help), isHidden: () => guard === 'off' })
  return {
    name: { label: texts.name, help: texts.nameHelp, missing: texts.nameRequired },
    sender: {
      label: texts.sender,
      help: texts.senderHelp,
      missing: texts.senderRequired,
      input: (props: InputProps<string>) => <Autocomplete {...props} maxLength={senderLengthMax} data={[...senders]} />,
    },
    text: {
      label: texts.text,
      help: fill(texts.textHelp, { placeholder: '{pin}' }),
      missing: hasPin('') ?? '',
      check: hasPin,
      input: ({ onChange, ...props }: InputProps<string>) => (
        <Textarea
          {...props}
          autosize
          minRows={2}
          maxLength={480}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ),
    },
    pinLength: numberOf(texts.digits, texts.digitsHelp),
    lifeSeconds: numberOf(texts.lifetime, showMinutes(lifeSeconds)),
    attemptsMax: numberOf(texts.attempts, texts.attemptsHelp),
    numberHourMax: numberOf(texts.perNumber, texts.perNumberHelp),
    appHourMax: numberOf(texts.perHour, texts.perHourHelp),
    guard: {
      label: texts.guard,
      help: texts.guardHelp,
      choices: Object.fromEntries(modes.map((mode) => [mode, [t.pins.guards[mode], t.pins.guardAbout[mode]] as const])),
    },
    countries: {
      label: texts.countries,
      help: texts.countriesHelp,
      isHidden: () => guard === 'off',
      input: (props: InputProps<string[]>) => (
        <MultiSelect
          {...props}
          placeholder={props.value.length === 0 ? texts.allCountries : ''}
          data={countryChoices}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': texts.allowAll }}
          nothingFoundMessage={t.shared.nothingFound}
        />
      ),
    },
    countryHourMax: ofGuard(texts.perCountry, texts.perCountryHelp),
    prefixHourMax: ofGuard(texts.perRange, texts.perRangeHelp),
    verifiedPercentMin: ofGuard(texts.minVerified, texts.minVerifiedHelp),
    guardSample: ofGuard(texts.sample, texts.sampleHelp),
    blockMinutes: ofGuard(texts.blockMinutes, texts.blockMinutesHelp),
    active: { label: texts.active, help: texts.activeAbout },
  }
}

interface AppDialogProps {
  readonly account: Account
  /** Null for a new application. */
  readonly app: PinApp | null
  /** Of the account: the default text is written in it. */
  readonly language: Language
  readonly close: () => unknown
}

export function AppDialog({ account, app, language, close }: AppDialogProps) {
  const { staging } = useAbout()
  const { data } = useAsk('GET /v2/senders', { path: { account: account.id }, query: { status: 'active', limit: 100 } })
  const names = [...new Set(data?.data.map(({ sender }) => sender))]
  const {
    number: _,
    createdAt: __,
    changedAt: ___,
    ...settings
  } = app ?? { ...defaultPinApp(staging, language), name: '', number: 0, createdAt: '', changedAt: '' }
  return (
    <EditDialog
      route={app ? 'PUT /v2/otp/apps/:app' : 'POST /v2/otp/apps'}
      path={{ account: account.id, app: app?.number ?? 0 }}
      title={app ? fill(t.pins.form.editTitle, { name: app.name }) : t.pins.create}
      submit={app ? t.pins.form.save : t.pins.create}
      size="lg"
      values={toFields(settings)}
      fields={(values) => fieldsOf(values, names)}
      rules={rules}
      body={toBody}
      refreshes={[`${account.path}/otp`]}
      close={close}
      done={app ? t.pins.form.saved : t.pins.form.created}
    >
      {(inputs, form) => (
        <>
          <Fieldset legend={texts.message}>
            <Stack gap="sm">
              {inputs.name}
              {inputs.sender}
              {inputs.text}
              <Note>
                {fill(texts.preview, { text: form.values.text.replaceAll('{pin}', () => exampleOf(form.values)) })}
              </Note>
            </Stack>
          </Fieldset>
          <LanguageFields form={form} />
          <ChannelFields form={form} />
          <Fieldset legend={texts.pin}>
            <SimpleGrid cols={{ base: 1, sm: 3 }} className="even">
              {inputs.pinLength}
              {inputs.lifeSeconds}
              {inputs.attemptsMax}
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend={texts.limits}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} className="even">
              {inputs.numberHourMax}
              {inputs.appHourMax}
            </SimpleGrid>
          </Fieldset>
          <Fieldset legend={t.pins.apps.guard}>
            <Stack gap="sm">
              {inputs.guard}
              {inputs.countries}
              <SimpleGrid cols={{ base: 1, sm: 2 }} className="even">
                {inputs.countryHourMax}
                {inputs.prefixHourMax}
                {inputs.verifiedPercentMin}
                {inputs.guardSample}
                {inputs.blockMinutes}
              </SimpleGrid>
            </Stack>
          </Fieldset>
          {inputs.active}
        </>
      )}
    </EditDialog>
  )
}

const exampleOf = ({ pinLength }: Fields) => '1234567890'.slice(0, Number(pinLength) || 6)
