import { Stack } from '@mantine/core'
import { PageHead } from '../../parts/page-head.tsx'
import { useMe } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { ChangePassword } from './change-password.tsx'
import { UserLanguage } from './language.tsx'
import { Name } from './name.tsx'
import { Passkeys } from './passkeys.tsx'
import { Provider } from './provider.tsx'
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
