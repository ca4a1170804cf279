import { Badge, NavLink, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { operatorPages } from '../operator-pages.ts'
import { accountPages, type Page } from '../pages.ts'
import { boundedCount, useCounts } from '../parts/conversation-counts.ts'
import { scrollIntoView } from '../parts/focus.ts'
import { Icon } from '../parts/icon.tsx'
import { mayAs, useAbout, useAccount, useMe } from '../session.tsx'
import { fill, t } from '../text.ts'

/** The pages that the user may open, by group. */
export function Menu() {
  const { operator } = useMe()
  const { staging } = useAbout()
  const account = useAccount()
  const unread = useCounts(account)?.unread ?? 0
  const isVisible = ({ menu, staging: needsStaging, role }: Page) =>
    menu !== undefined && (!needsStaging || staging) && (role === undefined || account === null || mayAs(account, role))
  const entries = [
    ...(account === null
      ? []
      : accountPages.filter(isVisible).map((page) => ({ ...page, to: `${account.path}/${page.path}` }))),
    ...(operator ? operatorPages.filter(isVisible).map((page) => ({ ...page, to: `/operator/${page.path}` })) : []),
  ]
  const groups = Map.groupBy(entries, ({ menu }) => menu?.[0] ?? 'account')
  return (
    <Stack gap="md">
      {[...groups].map(([group, pages]) => (
        <div key={group}>
          <Text size="xs" fw={600} c="dimmed" px="sm" mb={4} id={`menu-${group}`}>
            {t.pages.groups[group]}
          </Text>
          <ul aria-labelledby={`menu-${group}`} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {pages.map(({ to, menu, path }) => (
              <li key={to}>
                <Entry
                  to={to}
                  title={menu?.[1] ?? ''}
                  icon={menu?.[2] ?? 'page'}
                  unread={path === 'inbox' ? unread : 0}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Stack>
  )
}

function Entry({
  to,
  title,
  icon,
  unread,
}: {
  readonly to: string
  readonly title: string
  readonly icon: Parameters<typeof Icon>[0]['name']
  /** A count beside the title; 0 for none. */
  readonly unread: number
}) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const isCurrent = path === to || path.startsWith(`${to}/`)
  return (
    <NavLink
      // The menu is longer than most screens.
      ref={isCurrent ? scrollIntoView : null}
      component={Link}
      to={to}
      label={title}
      leftSection={<Icon name={icon} />}
      active={isCurrent}
      rightSection={unread === 0 ? undefined : <Unread count={unread} />}
      aria-current={isCurrent ? 'page' : undefined}
      py={6}
    />
  )
}

function Unread({ count }: { readonly count: number }) {
  return (
    <Badge size="sm" variant="filled">
      <span aria-hidden="true">{boundedCount(count)}</span>
      <VisuallyHidden>{fill(t.inbox.unread, { count })}</VisuallyHidden>
    </Badge>
  )
}
