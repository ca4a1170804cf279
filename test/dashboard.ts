/** A server with its dashboard, Chromium, and a signed-in user. Most files share one server. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { addPerson, adminEmail, adminPassword, ask, command, freshAddress } from './console/people.ts'
import { openContext } from './shared-browser.ts'
import { shareWorld } from './shared-world.ts'
import { testLocale, translateLocators } from './translated.ts'
import { openWorld, postgresUrl, until, type World, type WorldOptions } from './world.ts'

export { adminEmail, adminPassword }

export const phoneScreen = { width: 390, height: 844 }
export const deskScreen = { width: 1440, height: 900 }

export interface Visitor {
  readonly email: string
  readonly password: string
}

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** Script errors, violations of the content security policy, and requests to other servers. */
  readonly complaints: readonly string[]
  /** Resolves when the page has drawn the answers to all its requests. */
  settle(): Promise<void>
  leave(): Promise<void>
}

export interface VisitOptions extends BrowserContextOptions {
  /** The user to sign in; null for none. By default the `user` of the dashboard. */
  readonly as?: Visitor | null
}

export interface Dashboard {
  readonly world: World
  readonly address: string
  /** The user who is signed in by default: an operator who owns the account of `world`. */
  readonly user: Visitor
  /** The path of the account's pages: `/accounts/1`. */
  readonly account: string
  /** Opens a page in a new browser context, already signed in. */
  visit(path: string, options?: VisitOptions): Promise<Visit>
  close(): Promise<void>
}

const engine = postgresUrl === null ? 'embedded' : 'postgres'

/** A server of its own, with the first account. */
export async function openDashboard({ config = {}, ...options }: WorldOptions = {}): Promise<Dashboard> {
  const world = await openWorld(engine, { ...options, config: { adminPassword, ...config } })
  return dashboardOf(world, { email: adminEmail, password: adminPassword })
}

/** A new account with a user of its own, on the shared server. Which files may use it: see `shareWorld`. */
export async function shareDashboard(): Promise<Dashboard> {
  const world = await shareWorld(engine)
  const user = await addPerson(world, world.accountId, 'owner')
  const { status } = await command(world, 'PUT', `/users/${user.id}/operator`, { operator: true })
  assert.equal(status, 200, 'operator rights')
  return dashboardOf(world, user)
}

/** The dashboard of a server, which it closes. */
export async function dashboardOf(world: World, user: Visitor): Promise<Dashboard> {
  const address = await world.listen()
  const contexts = new Set<BrowserContext>()
  return {
    world,
    address,
    user,
    account: `/accounts/${world.accountId}`,
    async visit(path, { as = user, ...options } = {}) {
      const context = await openContext({
        viewport: deskScreen,
        locale: testLocale,
        timezoneId: 'Africa/Dar_es_Salaam',
        reducedMotion: 'reduce',
        ...options,
      })
      contexts.add(context)
      if (as !== null) await context.addCookies(await signIn(world, address, as))
      const page = await context.newPage()
      translateLocators(page)
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        // The browser logs every error status, which pages show themselves.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      page.on('request', (request) => {
        if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url()))
          complaints.push(`request to another server: ${request.url()}`)
      })
      const pending = new Set<unknown>()
      // The answer with the live events has no end.
      page.on('request', (request) => request.url().endsWith('/live') || pending.add(request))
      page.on('requestfinished', (request) => pending.delete(request))
      page.on('requestfailed', (request) => pending.delete(request))
      const settle = () =>
        until('the page has the answers to its requests', async () => {
          await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
          return pending.size === 0
        })
      const load = () => page.goto(`${address}${path}`)
      await (as === null ? load() : untilLive(page, load))
      return { page, context, complaints, settle, leave: () => context.close() }
    },
    async close() {
      for (const context of contexts) await context.close()
      await world.close()
    },
  }
}

/** Answers the dialog that asks operators to confirm their identity. */
export async function confirmIdentity(page: Page): Promise<void> {
  await page.getByLabel(/^Your password/).fill(adminPassword)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Opens another page without a reload, as a link does, which takes a third of the time. */
export async function openInPage(page: Page, path: string): Promise<void> {
  // A notification covers buttons of the next page and stays while the mouse is over it.
  await page.evaluate(`for (const one of document.querySelectorAll('[role=alert] [aria-label=Close]')) one.click()`)
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

/**
 * As `openInPage`; resolves when the heading of the other page is there. Until its code is loaded, the heading of the
 * page before is shown under the new address. A list may keep its heading while it shows an item, so `settle` has to
 * follow.
 */
export async function openOtherPage(page: Page, path: string): Promise<void> {
  const { pathname, search } = new URL(page.url())
  if (`${pathname}${search}` === path) return
  const isItem = path.startsWith(`${pathname}/`)
  await page.evaluate(`for (const one of document.querySelectorAll('h1')) one.dataset.isOfPageBefore = ''`)
  await openInPage(page, path)
  await page
    .locator(isItem ? 'h1' : 'h1:not([data-is-of-page-before])')
    .first()
    .waitFor()
}

/** Loads a page and waits for its live events: it would miss changes between its first queries and their start. */
export async function untilLive(page: Page, load: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForResponse((response) => response.url().endsWith('/live')), load()])
}

async function signIn(world: World, address: string, { email, password }: Visitor) {
  const { status, cookies } = await ask(world, 'POST', '/auth/sign-in/email', {
    body: { email, password },
    // Limits count by address.
    address: freshAddress(),
  })
  assert.equal(status, 200, 'sign-in')
  return cookies.map((line) => {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const { hostname } = new URL(address)
    return {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      domain: hostname,
      path: '/',
      httpOnly: true,
      sameSite: 'Strict' as const,
    }
  })
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const pathsIn = (name: string) =>
  [
    ...readFileSync(new URL(`../dashboard/src/${name}`, import.meta.url), 'utf8').matchAll(
      /'([^']+)', \(\) => import/g,
    ),
  ].map(([, path = '']) => path)
/** The paths of the pages. */
export const [accountPaths, operatorPaths] = [pathsIn('pages.ts'), pathsIn('operator-pages.ts')]
const anyOf = (paths: readonly string[]) => paths.join('|').replace(/\$\w+/g, '[^/]+')
const known = new RegExp(
  `^/(accounts/\\d+/(${anyOf(accountPaths)})|operator/(${anyOf(operatorPaths)})|profile|sign-in.*|docs.*|metrics|console/v1/.*|v2/.*|)(\\?.*)?$`,
)

/** Minor rules are switched off, because they take a quarter of the time. */
const mildRules = `() => Object.fromEntries(
  axe._audit.rules
    .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    .map(({ id }) => [id, { enabled: false }]),
)`

/** No button shows its spinner, and no transition runs: half-way colours have too little contrast. */
const isStill = `document.querySelector('button[data-loading]') === null
  && document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || effect.getComputedTiming().iterations === Infinity)`

/** Checks that nothing overflows the window, every link has a page, and axe finds nothing serious. */
export async function checkPage(page: Page): Promise<void> {
  await checkLinks(page)
  await until('the page is still', () => page.evaluate<boolean>(isStill))
  await checkWidth(page)
  await checkWithAxe(page)
}

export async function checkLinks(page: Page): Promise<void> {
  const links = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'))`,
  )
  assert.deepEqual(
    links.filter((link) => !known.test(link)),
    [],
    `broken links at ${page.url()}`,
  )
}

/** Charts follow the size of the window a frame later. */
export async function checkWidth(page: Page): Promise<void> {
  const readWidth = () => page.evaluate<number>('document.documentElement.scrollWidth')
  const widthMax = page.viewportSize()?.width ?? 0
  const fits = async () => (await readWidth()) <= widthMax
  await until(`nothing overflows at ${page.url()}`, fits, 10)
}

export async function checkWithAxe(page: Page): Promise<void> {
  await until('the page is still', () => page.evaluate<boolean>(isStill))
  // Evaluated, because the content security policy blocks an added script element.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const found = await page.evaluate<
    readonly { id: string; impact: string; nodes: readonly { html: string; failureSummary: string }[] }[]
  >(
    `axe.run(document, { resultTypes: ['violations'], preload: false, rules: (${mildRules})() }).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => ({ html, failureSummary })) })))`,
  )
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(serious, [], `axe at ${page.url()}`)
}
