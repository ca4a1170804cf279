import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import type { Language } from '../../../../src/values/languages.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { languageChoices } from '../../parts/language-names.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useAbout, useMe } from '../../session.tsx'
import { chooseLanguage, fill, t } from '../../text.ts'
import { ChangePassword } from './change-password.tsx'
import { Name } from './name.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function ProfilePage() {
  const { user } = useMe()
  if (user === null) return <PageHead title={t.shell.profile} about={t.profile.notUser} />
  return (
    <>
      <PageHead title={t.shell.profile} about={fill(t.profile.signsInAs, { email: user.email })} />
      <Stack gap="lg" maw={860}>
        <Name name={user.name} />
        <UserLanguage language={user.language} />
        <ChangePassword email={user.email} />
        <SecondFactor isOn={user.twoFactor} />
        <Passkeys />
        <Provider />
        <Sessions />
      </Stack>
    </>
  )
}

/** The user's language. The page reloads in it. */
function UserLanguage({ language }: { readonly language: Language | null }) {
  const save = useChange((chosen: Language | null) => ask('PUT /me/language', { body: { language: chosen } }), {
    refreshes: ['/me'],
    onDone: ({ language: saved }) => chooseLanguage(saved),
  })
  return (
    <Section title={t.profile.language} about={t.profile.languageAbout}>
      <NativeSelect
        aria-label={t.profile.language}
        maw={400}
        disabled={save.isPending}
        value={language ?? ''}
        data={[{ value: '', label: t.profile.browserLanguage }, ...languageChoices]}
        onChange={({ currentTarget: { value } }) => save.mutate(value === '' ? null : (value as Language))}
      />
      <Problem error={save.error} />
    </Section>
  )
}

/** Connects the user with the identity provider, when one is configured. */
function Provider() {
  const { oidc } = useAbout()
  const connect = useChange(() => ask('POST /auth/oidc/link', {}), { onDone: ({ url }) => location.assign(url) })
  if (oidc === null) return null
  return (
    <Section title={fill(t.profile.providerTitle, { provider: oidc })} about={t.profile.providerAbout}>
      <Problem error={connect.error} />
      <Group>
        <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate(undefined)}>
          {t.profile.connect}
        </Button>
      </Group>
    </Section>
  )
}
