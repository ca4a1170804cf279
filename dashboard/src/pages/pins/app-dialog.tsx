import { Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PinApp } from '../../../../src/contract/console/otp.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { type Account, useAbout } from '../../session.tsx'
import { type Fields, type PinForm, toBody } from './form.ts'
import { GuardFields } from './guard-fields.tsx'
import { LimitFields, MessageFields, PinFields } from './message-fields.tsx'
import { usualSettings } from './settings.ts'

const whole = (min: number, max: number) => (value: number | string) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    ? null
    : `A whole number from ${min} to ${max.toLocaleString()}.`

const countMax = 2_147_483_647

interface AppDialogProps {
  readonly account: Account
  /** Null: a new one. */
  readonly app: PinApp | null
  readonly onClose: () => void
}

/** All settings of an application, in groups. */
export function AppDialog({ account, app, onClose }: AppDialogProps) {
  const about = useAbout()
  const {
    number: _,
    createdAt: __,
    changedAt: ___,
    ...settings
  } = app ?? { ...usualSettings(about), number: 0, createdAt: '', changedAt: '' }
  const form: PinForm = useForm<Fields>({
    initialValues: { ...settings, countries: [...(settings.countries ?? [])] },
    validate: {
      name: (value) => (value.trim() === '' ? 'Give it a name.' : null),
      sender: (value) => (value.trim() === '' ? 'Say who the message is from.' : null),
      text: (value) => (value.includes('{pin}') ? null : 'Write {pin} where the PIN is to stand.'),
      pinLength: whole(4, 10),
      lifeSeconds: whole(10, 604_800),
      attemptsMax: whole(1, 100),
      numberHourMax: whole(1, countMax),
      appHourMax: whole(1, countMax),
      countryHourMax: whole(1, countMax),
      prefixHourMax: whole(1, countMax),
      guardSample: whole(1, 10_000),
      verifiedPercentMin: whole(0, 100),
      blockMinutes: whole(1, 10_080),
    },
  })
  const save = useChange(
    (fields: Fields) => {
      const body = toBody(fields)
      const path = { account: account.id }
      return app === null
        ? ask('POST /accounts/:account/otp/apps', { path, body })
        : ask('PUT /accounts/:account/otp/apps/:app', { path: { ...path, app: app.number }, body })
    },
    {
      refreshes: [`${account.path}/otp`],
      onDone: () => {
        sayDone(app === null ? 'The application was created.' : 'The application was changed.')
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={app === null ? 'Create application' : `Change ${app.name}`}
      isOpen
      onClose={onClose}
      change={save}
      submit={app === null ? 'Create application' : 'Save changes'}
      size="lg"
      onSubmit={form.onSubmit((fields) => save.mutate(fields))}
    >
      <MessageFields account={account} form={form} />
      <PinFields form={form} />
      <LimitFields form={form} />
      <GuardFields form={form} />
      <Switch
        my="xs"
        label="In use"
        description="While it is off, nobody can ask for PINs of this application."
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
