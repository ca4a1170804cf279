/** All pages of the dashboard with the data of the demo, for the walk of the tests and for the pictures. */
import type { Page } from 'playwright-core'
import { operator, owner } from '../src/demo/credentials.ts'
import { accountPaths, operatorPaths } from './dashboard.ts'
import { slowness } from './pace.ts'

export interface Target {
  /** Unique: `operator-carriers`. */
  readonly name: string
  readonly path: string
  /** The user who opens it; null for a page without a user. */
  readonly email: string | null
}

/** A page with an id in its address is reached by the first link to one: here the pages with such links. */
const listsOf: Readonly<Record<string, string>> = {
  'numbers/$phone': 'contacts',
  'providers/$product/$provider': 'providers',
}

/** A page that is opened from a menu: the demo has one segment. */
const opened: Readonly<Record<string, string>> = { 'segments/$segment': 'segments/1' }

const targetsOf = (paths: readonly string[], prefix: string, label: string, email: string): readonly Target[] =>
  paths.map((path) => ({
    name: `${label}${path.replace(/\/\$.*/, '-one').replaceAll('/', '-')}`,
    path: `${prefix}/${opened[path] ?? path}`,
    email,
  }))

export const pageTargets: readonly Target[] = [
  { name: 'sign-in', path: '/sign-in', email: null },
  ...targetsOf(accountPaths, '/accounts/1', '', owner.email),
  { name: 'profile', path: '/profile', email: owner.email },
  ...targetsOf(operatorPaths, '/operator', 'operator-', operator.email),
]

const linkMsMax = 10_000 * slowness

/** Opens a page by its path, or through the list that links to it. Returns false if the list has no link. */
export async function openTarget(
  page: Page,
  { path }: Target,
  open: (path: string) => Promise<void>,
): Promise<boolean> {
  const [list = '', id] = path.split(/\/\$/, 2)
  if (id === undefined) {
    await open(path)
    return true
  }
  const prefix = list.slice(0, list.lastIndexOf('/'))
  const key = path.slice(prefix.length + 1)
  await open(`${prefix}/${listsOf[key] ?? list.slice(prefix.length + 1)}`)
  const link = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).last()
  const href = await link.getAttribute('href', { timeout: linkMsMax }).catch(() => null)
  if (href !== null) await open(href)
  return href !== null
}

/** Waits until a page has its texts: lists, charts and figures load after it. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor()
  await page
    .locator('[role=status][aria-label^="Loading"], .mantine-Skeleton-root')
    // A closed tab loads when it is opened.
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'detached' })
}
