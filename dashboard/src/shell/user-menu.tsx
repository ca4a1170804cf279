import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ask } from '../api.ts'
import { queryClient, useChange } from '../data.ts'
import { Icon } from '../parts/icon.tsx'
import { forgetKept } from '../parts/kept.ts'
import { useMe } from '../session.tsx'

export function UserMenu() {
  const { user, name } = useMe()
  const navigate = useNavigate()
  const signOut = useChange(() => ask('POST /auth/sign-out', {}), {
    onDone: () => {
      queryClient.clear()
      forgetKept()
      // From the beginning: nothing of whoever was signed in stays in the page.
      location.assign('/sign-in')
    },
  })
  // The menu is closed by then, so there is no other place for it; it stays until somebody has read it.
  const { error } = signOut
  useEffect(() => {
    if (error === null) return
    notifications.show({
      title: 'You are still signed in',
      message: error.message,
      color: 'red',
      autoClose: false,
      closeButtonProps: { 'aria-label': 'Close' },
    })
  }, [error])
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Signed in as ${user?.email ?? name}`}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email ?? name}</Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/profile' })}>Profile and security</Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank" rel="noreferrer">
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate(undefined)}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
