import { ActionIcon, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../api.ts'
import { queryClient, useChange } from '../data.ts'
import { sayFailed } from '../parts/done.tsx'
import { Icon } from '../parts/icon.tsx'
import { forgetKept } from '../parts/kept.ts'
import { forgetRecent } from '../parts/recent.ts'
import { useMe } from '../session.tsx'
import { fill, t } from '../text.ts'

export function UserMenu() {
  const { user, name } = useMe()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={fill(t.shell.signedInAs, { name: user?.email ?? name })}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email ?? name}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/profile' })}>{t.shell.profile}</Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" rel="noreferrer">
          {t.shell.apiReference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={signOut}>{t.shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Signs out. The menu with the button is closed when an error arrives, so it is a notification. */
export function useSignOut(): () => void {
  const { mutate } = useChange(
    () =>
      ask('POST /auth/sign-out', {}).catch((error: Error) => {
        sayFailed(t.shell.signOutFailed, error)
        throw error
      }),
    {
      onDone: () => {
        queryClient.clear()
        forgetKept()
        forgetRecent(null)
        // A full load: no data of the last user stays in the page.
        location.assign('/sign-in')
      },
    },
  )
  return () => mutate(undefined)
}
