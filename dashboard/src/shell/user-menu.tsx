import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask } from '../api.ts'
import { queryClient, useChange } from '../data.ts'
import { Icon } from '../parts/icon.tsx'
import { forgetKept } from '../parts/kept.ts'
import { useMe } from '../session.tsx'
import { fill, t } from '../text.ts'

export function UserMenu() {
  const { user, name } = useMe()
  const navigate = useNavigate()
  const signOut = useChange(() => ask('POST /auth/sign-out', {}), {
    onDone: () => {
      queryClient.clear()
      forgetKept()
      // A full load: no data of the last user stays in the page.
      location.assign('/sign-in')
    },
  })
  // The menu is closed by then, so the error is a notification. It stays until the user closes it.
  const { error } = signOut
  useEffect(() => {
    if (error === null) return
    notifications.show({
      title: t.shell.signOutFailed,
      message: error.message,
      color: 'red',
      autoClose: false,
      closeButtonProps: { 'aria-label': t.shared.close },
    })
  }, [error])
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
        <Menu.Item onClick={() => signOut.mutate(undefined)}>{t.shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
