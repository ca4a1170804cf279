import { VisuallyHidden } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { boundedCount, useCounts } from '../parts/conversation-counts.ts'
import { scrollIntoView } from '../parts/focus.ts'
import { Icon } from '../parts/icon.tsx'
import { useAccount } from '../session.tsx'
import { fill, t } from '../text.ts'
import styles from './menu.module.css'
import { useIsOperating, useVisiblePages } from './visible-pages.ts'

/** The pages that the user may open, by group: those of the account, or those of the installation. */
export function Menu() {
  const account = useAccount()
  const isOperating = useIsOperating()
  const unread = useCounts(account)?.unread ?? 0
  const pages = useVisiblePages().filter(({ id }) => id.startsWith('operator/') === isOperating)
  return [...Map.groupBy(pages, ({ group }) => group)].map(([group, entries]) => (
    <div key={group}>
      <div className={styles.group} id={`menu-${group}`}>
        {t.pages.groups[group]}
      </div>
      <ul className={styles.list} aria-labelledby={`menu-${group}`}>
        {entries.map(({ id, to, title, icon }) => (
          <li key={to}>
            <Entry to={to} title={title} icon={icon} unread={id === 'inbox' ? unread : 0} />
          </li>
        ))}
      </ul>
    </div>
  ))
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
    <Link
      // The menu is longer than most screens.
      ref={isCurrent ? scrollIntoView : null}
      to={to}
      className={styles.entry}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon name={icon} />
      <span className={styles.title}>{title}</span>
      {unread > 0 && <Unread count={unread} />}
    </Link>
  )
}

function Unread({ count }: { readonly count: number }) {
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{boundedCount(count)}</span>
      <VisuallyHidden>{fill(t.inbox.unread, { count })}</VisuallyHidden>
    </span>
  )
}
