/**
 * `npm run bench:dashboard`: the pages of an account with a million contacts and messages, in Chromium. For each
 * interaction it prints the time until the next frame, as browsers measure it, and the time until the new content is
 * shown. The first must stay under 100 ms.
 */
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/browser.ts'
import { deskScreen } from '../test/dashboard.ts'
import { askConsole } from '../test/e2e/console.ts'
import { orderBody } from '../test/send-body.ts'
import { until } from '../test/until.ts'
import { type Report, runBench } from './command.ts'
import { fillContacts, phoneOf } from './contacts-fill.ts'
import { rare } from './messages-fill.ts'
import { filledSettings, withProgram } from './program.ts'
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

async function measure(page: Page, address: string, repeats: number, { print, exceed }: Report): Promise<void> {
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
  for (const [what, times] of frames) {
    const worst = Math.max(...times)
    const content = at(0.5, shown.get(what) ?? [])
    print(
      `${worst < limitMs ? ' ' : '!'} ${what.padEnd(20)} next frame at most ${ms(worst)}; shown p50 ${ms(content)}`,
      worst,
      content,
    )
    if (worst >= limitMs) exceed(`${what}: above ${limitMs} ms`)
  }
}

const add = (all: Map<string, number[]>, what: string, time: number) => all.set(what, [...(all.get(what) ?? []), time])

async function run(count: number, repeats: number, report: Report): Promise<void> {
  const options = {
    fsync: false,
    postgresSettings: filledSettings,
    settings: { NGOMA_ADMIN_EMAIL: email, NGOMA_ADMIN_PASSWORD: password },
  }
  await withProgram(options, async ({ server, db }) => {
    const { address } = server
    // Creates the partitions.
    await askConsole(server, 'POST', '/accounts/1/messages', orderBody())
    await fillContacts(db, 1, count)
    await sql`analyze`.execute(db)
    const browser = await openBrowser({ isOptimized: true })
    try {
      const context = await browser.newContext({ viewport: deskScreen, locale: 'en-GB' })
      await context.request.post(`${address}/console/v1/auth/sign-in/email`, { data: { email, password } })
      await measure(await context.newPage(), address, repeats, report)
    } finally {
      await browser.close()
    }
  })
}

await runBench({
  name: 'bench:dashboard',
  options: {
    rows: { value: 1_000_000, short: 2_000, about: 'contacts and messages of the account' },
    repeats: { value: 5, short: 1, about: 'turns over all interactions' },
  },
  run: ({ rows, repeats }, report) => run(rows, repeats, report),
})
