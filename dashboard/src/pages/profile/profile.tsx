import { Stack } from '@mantine/core'
import { PageHead } from '../../parts/page-head.tsx'
import { useMe } from '../../session.tsx'
import { ChangePassword } from './change-password.tsx'
import { Name } from './name.tsx'
import { Passkeys } from './passkeys.tsx'
import { Provider } from './provider.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function ProfilePage() {
  const { user } = useMe()
  if (user === null) return <PageHead title="Profile and security" about="You are not signed in as a person." />
  return (
    <>
      <PageHead title="Profile and security" about={`You sign in as ${user.email}.`} />
      <Stack gap="lg" maw={860}>
        <Name name={user.name} />
        <ChangePassword email={user.email} />
        <SecondFactor isOn={user.twoFactor} />
        <Passkeys />
        <Provider />
        <Sessions />
      </Stack>
    </>
  )
}
