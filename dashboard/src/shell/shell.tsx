import { AppShell, Badge, Burger, Group, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useLoaderData, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { About } from '../../../src/contract/console/system.ts'
import type { Me } from '../../../src/contract/console/users.ts'
import { useAsk } from '../data.ts'
import { useLive } from '../live.ts'
import { SessionProvider, useAbout, useAccount } from '../session.tsx'
import { chooseLanguage, t } from '../text.ts'
import { AccountSwitch } from './account-switch.tsx'
import { Menu } from './menu.tsx'
import { Offline } from './offline.tsx'
import { Palette, SearchButton } from './palette.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { UserMenu } from './user-menu.tsx'

/** The frame around every page: header, menu and dialogs of the session. */
export function Shell() {
  const { me, about } = useLoaderData({ strict: false }) as { me: Me; about: About }
  // The loader runs once; this query is refreshed when the name, a role or a second factor changes.
  const { data = me } = useAsk('GET /me', {})
  const chosen = data.user?.language ?? null
  useEffect(() => {
    if (chosen !== null) chooseLanguage(chosen)
  }, [chosen])
  return (
    <SessionProvider me={data} about={about}>
      <Frame />
      <Palette />
      <ProveDialog />
    </SessionProvider>
  )
}

function Frame() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const account = useAccount()
  const { staging } = useAbout()
  useLive(account)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the open menu covers the chosen page
  useEffect(close, [path])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <a className="skip" href="#page">
        {t.shell.skip}
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? t.shell.closeMenu : t.shell.openMenu}
            />
            <UnstyledButton component={Link} to="/" aria-label={t.shell.toHome}>
              <Group gap={8} wrap="nowrap">
                <img src="/favicon.svg" width={26} height={26} alt="" />
                <Text fw={700} visibleFrom="xs">
                  Ngoma
                </Text>
              </Group>
            </UnstyledButton>
            {staging && (
              <Badge variant="light" color="yellow" tt="none" visibleFrom="md" title={t.shell.stagingHint}>
                {t.shell.staging}
              </Badge>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton />
            <AccountSwitch />
            <SchemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t.shell.menu} className={isOpen ? '' : 'closed-on-phone'}>
        <AppShell.Section grow component={ScrollArea} p="sm">
          <Menu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Offline />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}
