import { ActionIcon, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { useMe } from '../session.tsx'
import { fill, t } from '../text.ts'
import { useSignOut } from './sign-out.ts'

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
