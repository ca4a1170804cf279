import {
  ActionIcon,
  Alert,
  AppShell,
  Badge,
  Box,
  Burger,
  Group,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { Link, Outlet, useLoaderData, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { About } from '../../../src/contract/console/system.ts'
import type { Me } from '../../../src/contract/console/users.ts'
import { useAsk } from '../data.ts'
import { useLive } from '../live.ts'
import { Icon } from '../parts/icon.tsx'
import { SessionProvider, useAbout, useAccount } from '../session.tsx'
import { chooseLanguage, fill, locale, t } from '../text.ts'
import { AccountSwitch } from './account-switch.tsx'
import { ConfirmHost } from './confirm-host.tsx'
import styles from './menu.module.css'
import { Menu } from './menu.tsx'
import { Palette, SearchButton } from './palette.tsx'
import { ProveDialog } from './prove-dialog.tsx'
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
      <ConfirmHost />
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
  const menuButton = (
    <Burger
      opened={isOpen}
      onClick={toggle}
      hiddenFrom="sm"
      size="sm"
      color={isOpen ? 'white' : undefined}
      aria-label={isOpen ? t.shell.closeMenu : t.shell.openMenu}
    />
  )
  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 244, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="skip" href="#page">
        {t.shell.skip}
      </a>
      <AppShell.Header px={{ base: 'md', md: 'xl' }} withBorder={false} bg="var(--page)">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap">
            {!isOpen && menuButton}
            {staging && (
              <Badge variant="light" color="yellow" tt="none" title={t.shell.stagingHint}>
                {t.shell.staging}
              </Badge>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton />
            <SchemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t.shell.menu} className={`${styles.bar} ${isOpen ? '' : 'closed-on-phone'}`}>
        <div className={styles.head}>
          <Link to="/" className={styles.brand} aria-label={t.shell.toHome}>
            <img src="/favicon.svg" width={30} height={30} alt="" />
            Ngoma
          </Link>
          {isOpen && menuButton}
        </div>
        <div className={styles.lacing} />
        <Box p="sm" pb={0}>
          <AccountSwitch />
        </Box>
        <div className={styles.pages}>
          <Menu />
        </div>
        <div className={styles.foot}>{fill(t.shell.times, { zone: zoneName })}</div>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Offline />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

/** All times are in this zone; the menu is the one place that names it. */
const zoneName =
  new Intl.DateTimeFormat(locale, { timeZoneName: 'long' }).formatToParts().find(({ type }) => type === 'timeZoneName')
    ?.value ?? ''

/** A notice above every page while the browser is offline. */
function Offline() {
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="yellow" variant="light" mb="md" icon={<Icon name="warning" />} role="status">
      {t.shell.offline}
    </Alert>
  )
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="default"
      size="lg"
      onClick={() => setColorScheme(other)}
      aria-label={other === 'dark' ? t.shell.useDark : t.shell.useLight}
    >
      <Icon name={other === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  )
}
