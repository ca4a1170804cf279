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
import { openUrl, orderBody, secret, until } from '../test/world.ts'
import { fillContacts, phoneOf } from './contacts-fill.ts'
import { rare } from './messages-fill.ts'
import { at, ms } from './rows.ts'

const limitMs = 100
const email = 'operator@ngoma.example'
const password = 'a bench of pages'

const follow = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

const readFirstRow = `document.querySelector('#page tbody tr')?.textContent ?? ''`

const untilChanged = (page: Page, before: string) =>
  until('the list has changed', async () => !['', before].includes(await page.evaluate<string>(readFirstRow)))

interface Interaction {
  readonly name: string
  act(page: Page): Promise<unknown>
  /** Waits for the new content. Lists change their first row, which is given as it was before. */
  wait(page: Page, firstRow: string): Promise<unknown>
}

/** Each starts from the page of the last one. */
const interactions: readonly Interaction[] = [
  { name: 'open Messages', act: (page) => follow(page, 'Messages'), wait: untilChanged },
  { name: 'next page', act: (page) => page.getByRole('button', { name: 'Next page' }).click(), wait: untilChanged },
  {
    name: 'choose a status',
    async act(page) {
      await page.getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: 'Undelivered' }).click()
    },
    wait: untilChanged,
  },
  { name: 'open Contacts', act: (page) => follow(page, 'Contacts'), wait: untilChanged },
  {
    name: 'search a contact',
    act: (page) => page.getByRole('searchbox').first().pressSequentially('zawadi'),
    wait: untilChanged,
  },
  {
    name: 'open Reports',
    act: (page) => follow(page, 'Reports'),
    wait: (page) => page.getByRole('table').first().waitFor(),
  },
  { name: 'Messages again', act: (page) => follow(page, 'Messages'), wait: untilChanged },
  {
    name: 'type a number',
    act: (page) => page.getByLabel('Phone number', { exact: true }).pressSequentially(rare),
    wait: untilChanged,
  },
  {
    name: 'open the search',
    act: (page) => page.keyboard.press('Control+k'),
    wait: (page) => page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').waitFor(),
  },
  {
    name: 'find a number',
    act: (page) => page.keyboard.type(phoneOf(1)),
    wait: (page) => page.getByRole('group', { name: 'Numbers' }).getByRole('option').first().waitFor(),
  },
  {
    name: 'open the number',
    act: (page) => page.keyboard.press('Enter'),
    wait: (page) => page.waitForURL(/numbers/).then(() => page.getByRole('heading', { level: 1 }).waitFor()),
  },
]

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
    for (const { name, act, wait } of interactions) {
      const firstRow = await page.evaluate<string>(readFirstRow)
      const startedAt = performance.now()
      await act(page)
      await wait(page, firstRow)
      add(shown, name, performance.now() - startedAt)
      add(frames, name, await page.evaluate<number>(longestEvent))
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
  const browser = await openBrowser({ isOptimized: true })
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
  const { address } = server
  try {
    // Creates the partitions.
    await askConsole(server, 'POST', '/accounts/1/messages', orderBody())
    const db = openUrl(postgres.url)
    await fillContacts(db, 1, count)
    await sql`analyze`.execute(db)
    await db.close()
    const context = await browser.newContext({ viewport: deskScreen, locale: 'en-GB' })
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
