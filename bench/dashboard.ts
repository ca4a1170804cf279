/**
 * `npm run bench:dashboard`: the pages of an account with a million contacts and messages, in Chromium. For each
 * interaction it prints the time until the next frame, as browsers measure it, and the time until the new content is
 * shown. The first must stay under 100 ms. `--rows` changes the number of contacts and messages.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/browser.ts'
import { deskScreen } from '../test/dashboard.ts'
import { askConsole } from '../test/e2e/console.ts'
import { startServer } from '../test/e2e/server.ts'
import { startPostgres } from '../test/postgres.ts'
import { openUrl, orderBody, secret } from '../test/world.ts'
import { fillContacts, phoneOf } from './contacts-fill.ts'
import { rare } from './messages-fill.ts'
import { at, ms } from './rows.ts'

const limitMs = 100
const email = 'operator@ngoma.example'
const password = 'a bench of pages'

/** Interactions, each from the page of the last one: a name, the action, and a wait for the new content. */
const interactions: readonly (readonly [string, (page: Page) => Promise<void>, (page: Page) => Promise<void>])[] = [
  ['open Messages', (page) => follow(page, 'Messages'), (page) => rows(page)],
  ['next page', (page) => page.getByRole('button', { name: 'Next page' }).click(), (page) => rows(page)],
  [
    'choose a status',
    async (page) => {
      await page.getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: 'Undelivered' }).click()
    },
    (page) => page.waitForURL(/status=undelivered/).then(() => rows(page)),
  ],
  [
    'type a number',
    (page) => page.getByLabel('Phone number', { exact: true }).pressSequentially(rare),
    (page) => page.waitForURL(/number=/),
  ],
  ['open Contacts', (page) => follow(page, 'Contacts'), (page) => rows(page)],
  [
    'search a contact',
    (page) => page.getByRole('searchbox').first().pressSequentially('zawadi'),
    (page) => page.waitForURL(/zawadi/).then(() => rows(page)),
  ],
  ['open Reports', (page) => follow(page, 'Reports'), (page) => page.getByRole('table').first().waitFor()],
  [
    'open the search',
    (page) => page.keyboard.press('Control+k'),
    (page) => page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').waitFor(),
  ],
  [
    'find a number',
    (page) => page.keyboard.type(phoneOf(1)),
    (page) => page.getByRole('group', { name: 'Numbers' }).getByRole('option').first().waitFor(),
  ],
  [
    'open the number',
    (page) => page.keyboard.press('Enter'),
    (page) => page.waitForURL(/numbers/).then(() => page.getByRole('heading', { level: 1 }).waitFor()),
  ],
]

const follow = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
const rows = (page: Page) => page.locator('#page tbody tr').nth(1).waitFor()

/** The longest time from an event to the next frame since the last call. Frames of 8 ms are the finest measure. */
const longestEvent = `new Promise((resolve) => setTimeout(() => {
  resolve(Math.max(0, ...window.eventTimes))
  window.eventTimes = []
}, 100))`
const watchEvents = `window.eventTimes = []
new PerformanceObserver((list) => window.eventTimes.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'event', durationThreshold: 16 })`

async function measure(page: Page, address: string, repeats: number): Promise<boolean> {
  const frames = new Map<string, number[]>()
  const shown = new Map<string, number[]>()
  for (let turn = 0; turn < repeats; turn += 1) {
    await page.goto(`${address}/accounts/1/home`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(watchEvents)
    for (const [what, act, wait] of interactions) {
      const startedAt = performance.now()
      await act(page)
      await wait(page)
      add(shown, what, performance.now() - startedAt)
      add(frames, what, await page.evaluate<number>(longestEvent))
    }
  }
  let isFast = true
  for (const [what, times] of frames) {
    const worst = Math.max(...times)
    isFast &&= worst < limitMs
    const content = ms(at(0.5, shown.get(what) ?? []))
    process.stdout.write(
      `${worst < limitMs ? ' ' : '!'} ${what.padEnd(20)} next frame at most ${ms(worst)}; shown p50 ${content}\n`,
    )
  }
  return isFast
}

const add = (all: Map<string, number[]>, what: string, time: number) => all.set(what, [...(all.get(what) ?? []), time])

async function run(count: number, repeats: number): Promise<boolean> {
  const postgres = await startPostgres({
    fsync: false,
    settings: { shared_buffers: '1GB', max_wal_size: '8GB', wal_level: 'minimal', max_wal_senders: '0' },
  })
  const server = await startServer({
    DATABASE_URL: postgres.url,
    NGOMA_STAGING: 'true',
    NGOMA_SECRET: secret,
    NGOMA_ADMIN_EMAIL: email,
    NGOMA_ADMIN_PASSWORD: password,
  })
  const browser = await openBrowser({ isOptimized: true })
  try {
    // Creates the partitions.
    await askConsole(server, 'POST', '/accounts/1/messages', orderBody())
    const db = openUrl(postgres.url)
    await fillContacts(db, 1, count)
    await sql`analyze`.execute(db)
    await db.close()
    const context = await browser.newContext({ viewport: deskScreen, locale: 'en-GB' })
    const { address } = server
    await context.request.post(`${address}/console/v1/auth/sign-in/email`, { data: { email, password } })
    return await measure(await context.newPage(), address, repeats)
  } finally {
    await browser.close()
    await server.kill()
    await postgres.stop()
  }
}

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, repeats: { type: 'string', default: '5' } },
})
process.exitCode = (await run(Number(values.rows), Number(values.repeats))) ? 0 : 1
