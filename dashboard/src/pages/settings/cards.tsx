import { Button, Group, NativeSelect, Switch, TagsInput, Text } from '@mantine/core'
import type { Language } from '../../../../src/values/languages.ts'
import { type AccountSettings, useSettingsChange } from '../../parts/account-settings.ts'
import { PageForm } from '../../parts/edit-dialog.tsx'
import { languageChoices } from '../../parts/language-names.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Note, Status } from '../../parts/text.tsx'
import { useMe, useThisAccount } from '../../session.tsx'
import { fill, locale, t } from '../../text.ts'

/** Cards of the settings page. Each changes some settings of the account. */

interface Card {
  readonly settings: AccountSettings
  readonly mayChange: boolean
}

/** For operators: payers and invited users trust the name. */
export function AccountName({ name }: { readonly name: string }) {
  const { id, path } = useThisAccount()
  return (
    <PageForm
      route="PATCH /accounts/:account"
      path={{ account: id }}
      submit={t.settings.saveName}
      maxWidth={400}
      values={{ name }}
      fields={{ name: { label: t.settings.name, help: t.settings.nameAbout, missing: t.settings.nameMissing } }}
      refreshes={[path, '/me', '/accounts']}
      done={t.settings.saved}
    />
  )
}

export function AccountLanguage({ settings, mayChange }: Card) {
  const save = useSettingsChange()
  return (
    <Section title={t.settings.language} about={t.settings.languageAbout}>
      <NativeSelect
        aria-label={t.settings.language}
        maw={400}
        disabled={!mayChange || save.isPending}
        value={settings.language}
        data={languageChoices}
        onChange={({ currentTarget: { value } }) => save.mutate({ language: value as Language })}
      />
      <Problem error={save.error} />
    </Section>
  )
}

/** Whether typographic characters are replaced in messages of the account. */
export function SmartEncoding({ settings, mayChange }: Card) {
  const save = useSettingsChange()
  return (
    <Section title={t.settings.smart} about={t.settings.smartAbout}>
      <Problem error={save.error} />
      <Switch
        label={t.settings.smartLabel}
        checked={settings.smartEncoding}
        disabled={!mayChange || save.isPending}
        onChange={({ currentTarget: { checked } }) => save.mutate({ smartEncoding: checked })}
      />
    </Section>
  )
}

/** Whether all members of the account need a second factor. */
export function TwoFactor({ settings: { twoFactorRequired: isRequired }, mayChange }: Card) {
  const { secondFactor } = useMe()
  const save = useSettingsChange()
  return (
    <Section
      title={t.settings.twoFactor}
      about={t.settings.twoFactorAbout}
      action={<Status value={isRequired ? 'required' : 'optional'} />}
    >
      <Problem error={save.error} />
      {mayChange && (
        <Group>
          <Button
            variant="default"
            loading={save.isPending}
            disabled={!isRequired && !secondFactor}
            onClick={() => save.mutate({ twoFactorRequired: !isRequired })}
          >
            {isRequired ? t.settings.makeOptional : t.settings.requireTwoFactor}
          </Button>
        </Group>
      )}
      {mayChange && !isRequired && !secondFactor && <Note>{t.settings.ownFirst}</Note>}
    </Section>
  )
}

/** The page that the checkout page links back to, and the websites that shop software registered. */
export function Shop({ settings: { shopUrl, shopWebsites }, mayChange }: Card) {
  const { id, path } = useThisAccount()
  return (
    <Section title={t.settings.shop} about={t.settings.shopAbout}>
      <PageForm
        route="PATCH /v2/account"
        path={{ account: id }}
        submit={t.settings.saveShop}
        mayChange={mayChange}
        maxWidth={400}
        values={{ shopUrl: shopUrl ?? '', shopWebsites }}
        fields={{
          shopUrl: { label: t.settings.shopAddress, type: 'url', placeholder: 'https://shop.example.com' },
          shopWebsites: {
            label: t.settings.websites,
            help: t.settings.websitesAbout,
            isHidden: () => shopWebsites.length === 0,
            input: ({ value, ...props }) => <TagsInput {...props} value={[...value]} maxTags={50} />,
          },
        }}
        body={(values) => ({
          shopUrl: values.shopUrl.trim() || null,
          shopWebsites: values.shopWebsites === shopWebsites ? undefined : values.shopWebsites,
        })}
        refreshes={[path]}
        done={t.settings.saved}
      />
    </Section>
  )
}

/** The hours in which bulk messages are sent. */
export function SendingHours({ settings: { sendingWindow }, mayChange }: Card) {
  return (
    <Section title={t.settings.hours} about={t.settings.hoursAbout}>
      {mayChange ? <HoursForm hours={sendingWindow} /> : <Text>{describeHours(sendingWindow)}</Text>}
    </Section>
  )
}

type Hours = AccountSettings['sendingWindow']

const describeHours = (hours: Hours) =>
  hours === null
    ? t.settings.anyTime
    : fill(t.settings.hoursFromTo, { from: showTime(hours.from), to: showTime(hours.to) })

const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
/** A time such as `08:00`, as the user's locale writes it. */
const showTime = (time: string) => times.format(new Date(`1970-01-01T${time}:00Z`))

const timeShape = /^([01]\d|2[0-3]):[0-5]\d$/
const usual = { from: '08:00', to: '20:00' }

function HoursForm({ hours }: { readonly hours: Hours }) {
  const { id, path } = useThisAccount()
  const isHidden = ({ isOn }: { readonly isOn: boolean }) => !isOn
  const check = (value: string) => (timeShape.test(value) ? null : t.settings.timeMissing)
  return (
    <PageForm
      route="PATCH /v2/account"
      path={{ account: id }}
      submit={t.settings.saveHours}
      values={{ isOn: hours !== null, ...(hours ?? usual) }}
      fields={{
        isOn: t.settings.limitHours,
        from: { label: t.settings.from, type: 'time', check, isHidden },
        to: {
          label: t.settings.to,
          type: 'time',
          check: (value, { from }) => check(value) ?? (value === from ? t.settings.timeSame : null),
          isHidden,
        },
      }}
      body={({ isOn, from, to }) => ({ sendingWindow: isOn ? { from, to } : null })}
      refreshes={[path]}
      done={t.settings.saved}
    >
      {({ isOn, from, to }, { values }) => (
        <>
          {isOn}
          <Group gap="sm" align="flex-start">
            {from}
            {to}
          </Group>
          {values.isOn && <Note maw={640}>{t.settings.hoursExplained}</Note>}
          {values.isOn && values.to < values.from && <Text size="sm">{t.settings.hoursOverMidnight}</Text>}
        </>
      )}
    </PageForm>
  )
}
